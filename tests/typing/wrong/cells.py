"""Expectations of a cell that could never be met."""

from decidable import Money
from decidable.testing import at
from refund import Eligible, Yes, check_eligible, issue_refund, refund

s = at(refund, "checking", customer_id="C1", order_id="A-1")
s.calls(check_eligible, order="A-1", customer_id="C1")  # error: call-arg
s.calls(check_eligible, order_id="A-1")  # error: call-arg
s.calls(check_eligible, "A-1", "C1", "more")  # error: call-arg
s.calls(check_eligible, 1, "C1")  # error: arg-type
s.calls("check_eligible", order_id="A-1")  # error: arg-type
s.proposes(issue_refund, order_id="A-1", amount=20)  # error: arg-type
s.proposes(issue_refund, order_id="A-1", amont=Money("20.00 USD"))  # error: call-arg
s.on(Eligible)  # error: arg-type
s.on(Yes(), "twice")  # error: call-arg
s.rejects(strikes="1")  # error: arg-type
s.rejects(1)  # error: call-arg
s.moves(3)  # error: arg-type
s.moves_to("human")  # error: attr-defined
at("refund", "checking")  # error: arg-type
at(refund)  # error: call-arg
