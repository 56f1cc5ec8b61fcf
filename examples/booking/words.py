"""What the booking assistant says when a sentence depends on what is known. Pure: facts in, words out."""

from datetime import datetime

from decidable import FactsView


def spoken(slot: str) -> str:
    """The restaurant's `2026-12-04 19:00` as a person says it: `Friday 4 December at 19:00`."""
    try:
        at = datetime.fromisoformat(slot)
    except ValueError:
        return slot  # a person who settled an operation wrote it another way
    return f"{at:%A} {at.day} {at:%B} at {at:%H:%M}"


def spoken_table(held: str) -> str:
    """`2026-12-04 19:00 for 4` as `Friday 4 December at 19:00 for 4 people`."""
    slot, _, party = held.partition(" for ")
    return f"{spoken(slot)} for {guests(int(party))}" if party.isdecimal() else spoken(slot)


def guests(party: int) -> str:
    return "one person" if party == 1 else f"{party} people"


def what_i_need(facts: FactsView) -> str:
    if "reservation" in facts:
        return "Would you like to change anything? A day, a time, a number of people - or say cancel."
    return "I can book a table for you. Which day, what time, and for how many people?"


def what_is_missing(facts: FactsView) -> str:
    names = {"day": "which day", "time": "what time", "party": "for how many people"}
    wanted = [text for name, text in names.items() if name not in facts]
    have = wish(facts)
    so_far = f"So far: {have}. " if have else ""
    asked = " and ".join(", ".join(wanted).rsplit(", ", 1)) if wanted else "what shall I change"
    return f"{so_far}{asked[0].upper()}{asked[1:]}?"


def wish(facts: FactsView) -> str:
    """What the guest has asked for, as far as it is known: `Friday 4 December, 19:00, 4 people`."""
    have = []
    if "day" in facts:
        have.append(f"{facts.day:%A} {facts.day.day} {facts.day:%B}")
    if "time" in facts:
        have.append(f"{facts.time:%H:%M}")
    if "party" in facts:
        have.append(guests(facts.party))
    return ", ".join(have)


def slot_is_gone(facts: FactsView) -> str:
    return (
        f"{wish(facts)}: that is not free. Tables are from 17:00 to 22:00, not on Mondays, for up to 12 people. "
        "What other time would suit you?"
    )


def deposit_line(facts: FactsView) -> str:
    if "receipt" in facts:
        return f"Deposit paid: receipt {facts.receipt}."
    if "deposit" in facts and facts.deposit.minor:
        return f"The deposit of {facts.deposit} is not paid."
    return "No deposit is due."


def what_stands(facts: FactsView) -> str:
    """The report: what exists, what was paid, who knows; the same words after every ending."""
    if "reservation" in facts and facts.get("cancelling"):
        return f"I am giving the table back (reservation {facts.reservation})."
    if "reservation" not in facts:
        paid = f" A deposit was paid (receipt {facts.receipt})." if "receipt" in facts else ""
        stopped = " Nothing is booked now, and I have stopped." if facts.get("cancelling") else " Nothing is booked."
        return f"{stopped.strip()}{paid}"
    group = f"The group has been told ({facts.message})." if "message" in facts else "The group has not been told."
    return f"Booked: {spoken_table(facts.held)}, reservation {facts.reservation}. {deposit_line(facts)} {group}"


def table_is_gone(facts: FactsView) -> str:
    paid = f" The restaurant has your deposit (receipt {facts.receipt}); ask them for it." if "receipt" in facts else ""
    return f"The table (reservation {facts.reservation}) was given back; you have no table now.{paid}"


def what_is_done_and_what_is_not(facts: FactsView) -> str:
    """While the translator is away, code says where things stand."""
    have = [name for name in ("day", "time", "party") if name in facts]
    kept = f"I have kept the {', '.join(have)}. " if have else ""
    return f"I cannot read messages right now; nothing is lost. {kept}{what_stands(facts)}"


def ask_reserve_table(step: FactsView) -> str:
    return f"reserve a table for {guests(step.party)} on {spoken(step.slot)}"


def ask_change_reservation(step: FactsView) -> str:
    return f"change reservation {step.reservation} to {spoken(step.slot)} for {guests(step.party)}"


def ask_pay_deposit(step: FactsView) -> str:
    of = f" for reservation {step.reservation}" if "reservation" in step else ""
    return f"pay the deposit of {step.deposit}{of}"


def group_text(reservation: str, held: str) -> str:
    """The text to the group."""
    return f"Dinner: {spoken_table(held)}, reservation {reservation}."
