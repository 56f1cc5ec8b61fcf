"""Events built of what they are not made of."""

from decidable import Money, fact, yes_no
from refund import Eligible, GiveOrder, Refunded, Yes

Eligible(order_id="A-1", amount=20)  # error: arg-type
Eligible(order_id=1, amount=Money("20.00 USD"))  # error: arg-type
Eligible(order_id="A-1")  # error: call-arg
Eligible("A-1", Money("20.00 USD"))  # error: call-arg
Refunded(receipt="F-1", reciept="F-1")  # error: call-arg
Yes(sure=True)  # error: call-arg
GiveOrder(order_ids="A-1")  # error: arg-type
several: str = GiveOrder(order_ids=["A-1"]).several  # error: assignment
GiveOrder(order_ids=["A-1"]).order_id = "A-2"  # error: misc
Money(20)  # error: arg-type
fact(True)  # error: call-arg
fact(autority=True)  # error: call-arg
yes_no(1, 2)  # error: arg-type  # error: arg-type
