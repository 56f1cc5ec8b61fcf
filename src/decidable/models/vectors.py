"""Sentence vectors from the word vectors that the `wordllama` distribution ships: no key, no network.

Owns: finding its two data files and reading them with `tokenizers` and `safetensors`. Never: imports `wordllama`, whose
own loader is slow and looks for a network.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open
from tokenizers import Tokenizer

from decidable.core.problem import Problem
from decidable.errors import MachineError

__all__ = ["Vectors", "load_vectors"]

_WEIGHTS: Final = "weights/l2_supercat_256.safetensors"
_TOKENIZER: Final = "tokenizers/l2_supercat_tokenizer_config.json"


class Vectors(NamedTuple):
    """Word vectors (half precision, one row a token) and the tokenizer that belongs to them."""

    tokenizer: Tokenizer
    weights: NDArray[np.float16]

    def sentence(self, text: str) -> NDArray[np.float32]:
        """The mean of the word vectors, of length 1; zero for an empty text. Upper case carries no meaning here."""
        ids = self.tokenizer.encode(text.lower(), add_special_tokens=False).ids
        if not ids:
            return np.zeros(self.weights.shape[1], np.float32)
        mean: NDArray[np.float32] = self.weights[ids].astype(np.float32).mean(axis=0)
        length = float(np.linalg.norm(mean))
        return mean / np.float32(length) if length else mean


@lru_cache(maxsize=1)
def load_vectors() -> Vectors:
    """Read the files once a process: 17 MB. Raises MachineError where a file is missing."""
    home = _home()
    with safe_open(str(home / _WEIGHTS), "np") as file:
        weights = file.get_tensor("embedding.weight")
    return Vectors(Tokenizer.from_file(str(home / _TOKENIZER)), weights)


def _home() -> Path:
    spec = find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("No module named 'wordllama'", name="wordllama")
    home = Path(spec.submodule_search_locations[0])
    missing = [name for name in (_WEIGHTS, _TOKENIZER) if not (home / name).is_file()]
    if missing:
        message = f"this version of wordllama does not ship {' and '.join(missing)}"
        raise MachineError([Problem("extra-missing", message, hint="pip install 'wordllama>=0.4,<0.5'")])
    return home
