"""A store in memory: for tests, simulations and trying things out. Nothing survives the process.

Owns: every change of the runs in memory, encoded and checked as in every other store, so that whatever passes here
passes there. Never: a second behaviour; the shared contract tests run over it and over SQLite.
"""

from __future__ import annotations

from collections.abc import Sequence

from decidable.core.records import JournalRecord
from decidable.journal import decode_snapshot
from decidable.journal.chain import START, append, forgotten
from decidable.stores import derive, refusals
from decidable.stores.bodies import Bodies, arrival_digest, bodies, texts_of
from decidable.stores.memory_reads import MemoryReads
from decidable.stores.memory_run import InboxRow, MemoryRun
from decidable.stores.port import (
    Arrival,
    AttentionItem,
    Commit,
    DuplicateArrivalError,
    Head,
    Offered,
    RunKey,
    Said,
)


class Memory(MemoryReads):
    """Runs in memory. `entropy`: where salts and the store's id come from."""

    def claim(self, owner: str) -> int:
        """Become the one writer; an earlier epoch is fenced off."""
        with self._open():
            self._epoch += 1
            return self._epoch

    def put_definition(self, fingerprint: str, machine: str, text: str) -> None:
        """Keep a definition under its fingerprint; a known one is left as it is."""
        with self._open():
            refusals.check_unicode("a definition", (fingerprint, machine, text))
            self._definitions.setdefault(fingerprint, (machine, text))

    def begin(self, head: Head, records: Sequence[JournalRecord], said: Sequence[Said]) -> Head:
        """Make a run, with its first records."""
        key = head.key
        texts = bodies(key, records, head.snapshot, self._entropy)
        refusals.check_counts(key, 0, records, head.snapshot)
        refusals.check_unicode("the run", (key, head.conversation, *said))
        with self._open():
            self._fence(key, head.epoch)
            if key in self._runs:
                raise refusals.taken(key)
            run = MemoryRun(head, [])
            commit = Commit(key, 0, head.epoch, head.fingerprint, records, head.snapshot, head.updated_at, said=said)
            made = self._apply(run, commit, texts, (0, START))
            self._runs[key] = run
            return made

    def commit(self, commit: Commit) -> Head:
        """One step, whole or not at all."""
        key = commit.key
        texts = bodies(key, commit.records, commit.snapshot, self._entropy)
        refusals.check_counts(key, commit.expected_seq, commit.records, commit.snapshot)
        refusals.check_unicode(f"a step of run {key}", texts_of(commit))
        with self._open():
            run = self._run(key)
            self._fence(key, commit.epoch)
            seq = run.head.snapshot.seq
            if seq != commit.expected_seq:
                raise refusals.moved_on(key, commit.expected_seq, seq)
            if commit.arrival is not None:
                known = _known(run, commit.arrival)
                if known is not Offered.ACCEPTED:
                    raise DuplicateArrivalError(key, commit.arrival.id, known)
            if commit.consumed:
                row = run.inbox.get(commit.consumed)
                if row is None or row.arrival is None:
                    raise refusals.not_waiting(key, commit.consumed)
            return self._apply(run, commit, texts, (seq, bytes.fromhex(run.head.check)))

    def _apply(self, run: MemoryRun, commit: Commit, texts: Bodies, after: tuple[int, bytes]) -> Head:
        """Everything that could fail comes first."""
        key = commit.key
        derived = run.derived(commit)
        cause = (commit.event_id, commit.fingerprint)
        entries = append(key.tenant, key.run, texts.records, after=after, cause=cause)
        check = entries[-1].check if entries else after[1]
        head = run.head._replace(
            fingerprint=commit.fingerprint,
            snapshot=decode_snapshot(texts.snapshot),
            epoch=commit.epoch,
            check=check.hex(),
            updated_at=commit.at,
        )
        run.take(commit, entries, derived, head)
        if commit.arrival is not None:
            run.inbox[commit.arrival.id] = InboxRow(arrival_digest(commit.arrival), None)
        if commit.heard is not None:
            run.heard.append(commit.heard._replace(number=self._number()))
        run.said.extend(words._replace(number=self._number()) for words in commit.said)
        for seq, why, operation in derive.attention(commit.records, after[0] + 1):
            number = len(self._attention) + 1
            self._attention.append(AttentionItem(number, key, seq, why, operation, commit.at))
        return head

    def forget_body(self, key: RunKey, seq: int) -> None:
        """Delete the body of one journal row; the chain still verifies."""
        with self._open():
            run = self._run(key)
            if not 0 < seq <= len(run.entries):
                raise refusals.no_record(key, seq)
            entry = run.entries[seq - 1]
            run.entries[seq - 1] = forgotten(entry)
            if entry.event_id in run.inbox:
                run.inbox[entry.event_id].digest = b""

    def offer(self, key: RunKey, arrival: Arrival) -> Offered:
        """Put an arrival into a run's inbox."""
        refusals.check_unicode(f"an arrival at run {key}", arrival)
        with self._open():
            return _offer(self._run(key), arrival)

    def post(self, tenant: str, conversation: str, machine: str, arrival: Arrival) -> RunKey | None:
        """Put an arrival into the inbox of the latest run of a machine in a conversation, unless that has ended."""
        refusals.check_unicode(f"an arrival at a run of {machine}", arrival)
        with self._open():
            found = [
                (key, run)
                for key, run in self._runs.items()
                if (key.tenant, run.head.conversation, run.head.machine) == (tenant, conversation, machine)
            ]
            known = next((key for key, run in found if arrival.id in run.inbox), None)
            if known is not None or not found or found[-1][1].head.snapshot.end is not None:
                return known
            key, run = found[-1]
            _offer(run, arrival)
            return key

    def delivered(self, key: RunKey, id: str, at: int, epoch: int) -> None:
        """Words have reached the channel; the first time counts."""
        with self._open():
            run = self._run(key)
            self._fence(key, epoch)
            named = [index for index, words in enumerate(run.said) if words.id == id]
            if not named:
                raise refusals.nothing_numbered(f"message of run {key}", id)
            waits = [index for index in named if not run.said[index].delivered_at]
            if waits:
                run.said[waits[0]] = run.said[waits[0]]._replace(delivered_at=at)

    def resolve_attention(self, number: int, at: int, epoch: int) -> None:
        """A person has dealt with it; the first time counts."""
        with self._open():
            self._fence(None, epoch)
            if not 0 < number <= len(self._attention):
                raise refusals.nothing_numbered("attention item", number)
            item = self._attention[number - 1]
            if not item.resolved_at:
                self._attention[number - 1] = item._replace(resolved_at=at)

    def _fence(self, key: RunKey | None, epoch: int) -> None:
        if not self._epoch:
            raise refusals.not_claimed()
        if epoch != self._epoch:
            raise refusals.fenced(key, epoch, self._epoch)

    def _number(self) -> int:
        """The next place among all that was heard and said."""
        self._words += 1
        return self._words


def _offer(run: MemoryRun, arrival: Arrival) -> Offered:
    known = _known(run, arrival)
    if known is Offered.ACCEPTED:
        numbered = arrival._replace(number=len(run.inbox) + 1)
        run.inbox[arrival.id] = InboxRow(arrival_digest(arrival), numbered)
    return known


def _known(run: MemoryRun, arrival: Arrival) -> Offered:
    row = run.inbox.get(arrival.id)
    if row is None:
        return Offered.ACCEPTED
    return Offered.DUPLICATE if row.digest in {b"", arrival_digest(arrival)} else Offered.CONFLICT
