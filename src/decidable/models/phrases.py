"""The words of a plain yes and a plain no, and of the courtesy around them.

Owns: the phrase lists of the confirmation grammar, as data. Never: decides; `confirm` reads them.
Phrases are lower case, without punctuation; the longest that fits is taken.
"""

from __future__ import annotations

from typing import Final

YES: Final = frozenset(
    """
yes|yess|yeah|yea|yeap|yep|yup|ya|uh-huh|uh huh|mhm|y|yes i do|yes it is|yes i am|you got it|you are right|you are correct|sure|sure thing|for sure|ok|okay|okey|k|kk|alright|all right
absolutely|definitely|certainly|of course|indeed|affirmative|aye|roger|agreed|deal|gladly|by all means|totally|you bet
correct|that is correct|that is right|exactly|precisely|confirm|confirmed|confirming|i confirm|i confirm it
i confirm that|i can confirm|i agree|i accept|accepted|approved|i approve|i am happy with that|i am fine with that
go ahead|please go ahead|go for it|go on|do it|do that|do so|please do|please do so|please do that|just do it|proceed
please proceed|carry on|make it so|let us do it|let us do that|let us go|let us go ahead|let us proceed|let us go for it
go ahead and proceed|let us go ahead and proceed|i would like to proceed|i want to proceed|i would like to go ahead
i would like that|i would love that|i would appreciate that|i would appreciate it
sounds good|sounds great|sounds perfect|sounds fine|sounds right|that sounds good|that sounds great|that sounds perfect
that sounds fine|that sounds right|works for me|that works|that works for me|it works for me|fine|fine by me
fine with me|that is fine with me|that is fine by me|ok with me|okay with me|good for me|suits me|that suits me
perfect|that is perfect|looks good|looks great|looks right|looks correct|it looks good|that looks good|that looks right
that looks correct|everything looks good|everything looks great|everything looks correct|everything looks perfect
everything looks right|everything looks fine|all good|all correct|everything is correct|it is correct
it is right|that would be great|that would be helpful|that would be lovely|that would be good|that would be nice
that would be perfect|that would be wonderful|that would be awesome|that would be amazing|that would be fantastic|that would be excellent|book it|i am okay with that|i am ok with that|i am good with that
please confirm|please confirm it|👍|👌|✅|🆗|✔|☑
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

NO: Final = frozenset(
    """
no|nope|nah|naw|n|no thanks|no thank you|no no|negative|not now|not yet|not today|not really|not at all|not ok|not okay|not that|not that one|not this one|not this
not correct|not right|that is not right|that is not correct|that is wrong|wrong|incorrect|no way|absolutely not
definitely not|certainly not|of course not|surely not|rather not|i would rather not|i do not want that|i do not want it
i do not want to|i do not think so|i do not agree|i disagree|do not|please do not|do not do it|do not do that|do not do so
please do not do it|please do not do that|do not proceed|please do not proceed|do not go ahead|please do not go ahead
do not book it|do not confirm|do not confirm it|i refuse|i decline|declined|no go|i am not ok with that
i am not okay with that|i am not happy with that|👎|❌|🚫|✖
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

# Courtesy and agreement that say nothing by themselves: "great" after a yes is a yes, after a no it is a no.
SOFT: Final = frozenset(
    """
please|pls|plz|thanks|thanks a lot|many thanks|thank you|thank you so much|thank you very much|thx|ty|cheers|kindly
thanks for your help|thank you for your help|thanks for your assistance|thank you for your assistance|bye|goodbye
thanks for the help|thank you for the help|thanks for the breakdown|thank you for checking|thanks for checking
i appreciate it|i appreciate that|i appreciate your help|i appreciate your assistance|much appreciated|great|good|nice
cool|lovely|excellent|awesome|super|wonderful|brilliant|fantastic|that is okay|that is ok|that is all right
that is alright|that is fine|that is good|that is great|it is okay|it is ok|it is fine|true|very true|that is true|this is true|it is true|that is accurate|sir|right|very well|very good|well
sorry|excuse me|good morning|good afternoon|good evening|oh|um|uh|hm|hmm|ah|hi|hello|hey|then|so|and|no problem|no worries|🙏|🙂|😊|😀|😃|😄|🎉|❤|!
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

# Not an answer at all, however much it looks like one.
UNCLEAR: Final = frozenset(
    """
yes and no|yes or no|yeah right|yeah no|no yes|why not|sure why not|i guess|i guess so|i suppose|i suppose so|maybe|perhaps
probably|possibly|i think so|kind of|sort of|not sure|i am not sure|it depends|depends|not no|if you say so
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

CONDITION: Final = frozenset("if unless provided providing assuming depending depends when once until till".split())
"""A yes that begins so is no yes, and what follows is not a request either."""

CONDITION_PHRASES: Final = ("as long as", "so long as", "on condition", "only after", "not before", "in case")

CONNECTIVES: Final = frozenset("and but also then so only just though however plus or well actually please".split())
"""Between a yes or no and what is beyond it."""

GRAMMAR: Final = frozenset(
    """
a an the this that these those it its them with to of for in on at by from as and i me my mine we us our you your yours is
are be am was will would like want let do does have please
""".split()
)
"""Words that carry no request of their own when a question is repeated in the answer."""

OPENERS: Final = frozenset(
    "is are am was were will would do does did have has can could shall should may might".split()
)
"""A message that opens with one of these asks, with a question mark or without: "are you okay"."""

LINKS: Final = frozenset("this that next last at for by from to before after around until till about than".split())
"""Words that change what the next one means: "for 7" restates "at 7" no more than "next Friday" restates "Friday"."""

TEMPORAL: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight morning noon afternoon evening night "
    "midnight week weekend month year january february march april may june july august september october november "
    "december mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
"""Words for a day or a part of one."""

CONTRACTIONS: Final = (
    ("won't", "will not"),
    ("can't", "can not"),
    ("cannot", "can not"),
    ("dont", "do not"),
    ("n't", " not"),
    ("let's", "let us"),
    ("lets", "let us"),
    ("i'm", "i am"),
    ("that's", "that is"),
    ("thats", "that is"),
    ("it's", "it is"),
    ("everything's", "everything is"),
    ("i'd", "i would"),
    ("we'd", "we would"),
    ("i'll", "i will"),
    ("we'll", "we will"),
    ("you're", "you are"),
    ("we're", "we are"),
    ("i've", "i have"),
    ("we've", "we have"),
)
