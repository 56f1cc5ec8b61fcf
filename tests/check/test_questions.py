"""Questions, and what becomes of the answer."""

from tests.check.written import changed, found, of, report

YES = "yes when approved   -> going / perform   : exactly this was approved"


def test_a_question_about_a_tool_that_needs_no_approval_is_asked_in_vain() -> None:
    text = changed("   needs approval", "")
    (finding,) = report(text).findings
    assert (finding.code, finding.line, finding.token) == ("question-not-needed", 21, "ship")
    assert finding.message == "ship is asked for and needs no approval, so another line may start it unasked"


def test_one_tool_of_a_list_that_needs_an_approval_is_enough() -> None:
    text = changed("enter: propose ship", "enter: propose ship then wrap").replace(
        "   needs approval",
        "   needs approval\n      write  wrap() gives refused, shipped timeout unsure look up by repeating the key",
    )
    assert found(text) == []
    both = text.replace("   needs approval", "")
    assert [message for _, _, message in found(both)] == [
        "ship and wrap are asked for and needs no approval, so another line may start it unasked"
    ]


def test_a_question_that_no_yes_is_taken_for_is_found() -> None:
    text = changed("yes when approved   ->", "yes when busy       ->")
    assert [(code, line) for code, line, _ in found(text)] == [
        ("question-never-answered", 21),
        ("never-decides", 22),  # no write is ever under way
        ("nothing-to-perform", 22),
        ("unreachable", 28),
    ]
    assert found(text)[0][2] == "'ask' asks for ship, and no line there takes a yes"


def test_a_tool_that_needs_an_approval_nobody_asks_for_is_found() -> None:
    text = changed("      enter: propose ship\n", "\n").replace(YES, "yes when busy   -> going : x")
    assert of(text, "question-never-asked") == [(13, "'ship' needs an approval, and no line asks for it")]


def test_an_answer_to_no_question_is_found() -> None:
    text = changed(
        "refused    -> ask       :",
        "yes when approved -> done : x\n      yes else stay : x\n      refused    -> ask       :",
    )
    assert of(text, "question-never-asked") == [(29, "`approved` never holds here: nothing is asked in going")]


def test_a_yes_that_leads_where_nothing_is_performed_is_found() -> None:
    text = changed("-> going / perform  ", "-> going            ")
    assert of(text, "never-performed") == [(22, "yes in ask leads to 'going', where nothing is performed")]
    on_entry = text.replace("    going\n", "    going\n      enter: perform\n")
    assert found(on_entry) == []


def test_a_yes_may_stay_and_perform() -> None:
    text = changed("-> going / perform  ", "stay / perform      ")
    assert of(text, "never-performed") == of(text, "nothing-to-perform") == []
    assert [line for line, _ in of(text.replace("stay / perform", "stay"), "never-performed")] == [22]


def test_what_is_performed_where_no_yes_leads_is_always_blocked() -> None:
    text = changed("refused    -> ask       :", "refused    stay / perform :")
    assert [code for code, _, _ in found(text)] == []  # the entry the yes led to
    astray = (
        changed("refused    -> ask       :", "refused    -> lost / say it :")
        .replace("    lost (", "    more\n      enter: perform\n      send -> done : x\n    lost (")
        .replace("refused    -> lost / say it :", "refused    -> more :")
    )
    assert [(code, line) for code, line, _ in found(astray)] == [("nothing-to-perform", 33)]


def test_a_perform_of_any_state_is_good_where_one_of_its_states_is() -> None:
    text = changed("shipped    -> done      :", "shipped    stay / perform      :")
    assert [code for code, _, _ in found(text) if code == "nothing-to-perform"] == []


def test_two_lines_that_ask_the_same_question_are_two_questions() -> None:
    text = changed(
        "send                -> ask restart       :", "send                stay / propose ship    :"
    ).replace("   needs approval", "")
    assert [line for code, line, _ in found(text) if code == "question-not-needed"] == [21, 25]
