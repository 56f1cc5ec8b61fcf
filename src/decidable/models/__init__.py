"""Where a model, or what stands in for one, comes in.

Owns: the public names of this layer. Never: imports a translator before it is asked for; `import decidable.models` costs
neither numpy nor a weight file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decidable.models.port import Context, Heard, OpenQuestion, Slot, Translator, Word

if TYPE_CHECKING:
    from decidable.models.embedded import LocalTranslator, local
    from decidable.models.scripted import Scripted

__all__ = [
    "Context",
    "Heard",
    "LocalTranslator",
    "OpenQuestion",
    "Scripted",
    "Slot",
    "Translator",
    "Word",
    "local",
]


def __getattr__(name: str) -> object:
    if name in ("LocalTranslator", "local"):
        from decidable.models import embedded

        return getattr(embedded, name)
    if name == "Scripted":
        from decidable.models.scripted import Scripted

        return Scripted
    raise AttributeError(f"module 'decidable.models' has no attribute '{name}'")
