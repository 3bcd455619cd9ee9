import type { LanguageCues } from './cues.ts'

export const english: LanguageCues = {
  functionWords: `hi hello hey a about again ago all also an and any anything are as at be been before but by can could day did do does done for from had
    has have he her his how i if in into is it its just know last latest let like list long me month more most much my next no not of
    on one or other our out over past please recall recap remember remind said say see she should show since so some something still
    tell than that the their them then there these they thing things think this time to today told too two up us was we week weeks
    were what when where which who why will with would year yesterday you your days didn t discuss discussed happen happened talk
    talked find search look mention mentioned
    monday tuesday wednesday thursday friday saturday sunday`,
  fillers:
    /\b(thanks?|cheers|main|key|important|finally|actually|really|exactly|ma[dk]e|making|took|taken?|came|come|summari[sz]e|summary)\b/,
  leads: 'so|and|but|ok|okay|hey|please|also|can you|could you',
  questions: [
    /^(what|when|where|who|which|why|how)('s|'d|'re)? ?(is|are|was|were|did|do|does|have|has|had|will|would|should|can|could|many|much|long|often|about)\b/,
    /^(what|which) \p{L}+ (is|are|was|were|did|do|does|have|has|had)\b/u,
    /^(did|have|had|do|are|is|was|were) (we|i|you|there)\b/,
    /^(find|search|look up|show me|list|recall|summari[sz]e|recap)\b/,
    /\b(remind me|tell me|do you (remember|know|recall)|i (forgot|wonder)) (again )?(what|when|where|who|which|why|how|if|whether|of|about)\b/,
  ],
  sectionAlone:
    /^((the|our|my|all|any|main|latest) )*(decisions|goals|open loops|next steps|to-?dos|summary)( (of|from|for|about|on|in|since|so far|made|taken|last|past|this|yesterday|today)\b[^:]{0,80})?$/,
  focus: {
    decisions: /\b(decid|decision|agreed?\b|settled?\b|conclu|chosen?\b)/,
    open: /\b(open loops?|still open|left to do|to-?dos?\b|pending|outstanding|unfinished|next steps?|promised?\b)/,
    goals: /\bgoals?\b/,
    summary: /\b(summar|recap|what happened|what was going on|(talk|chat|spoke|speak)(ed|ing)? (about|of)|discuss(ed)?\b)/,
  },
  greeting:
    /^(hi|hello|hey|yo|good (morning|evening|afternoon)|how are you( doing)?( today)?|how's it going|what's up)( there| you| everyone)?$/,
  abilities: /\b(what (can|do) you do|what are you|who are you|how do you work|how does this work)\b/,
  thanks: /^(thanks|thank you|many thanks|thx)\b/,
  remember:
    /^(?:(?:please )?(?:(?:remember|keep in mind|bear in mind)(?: please)?(?:,| that|:|\s)+|(?:note|make a note|don't forget)(?: please)?(?: that |: ?)))(?!when\b|what\b|how\b|where\b|who\b|why\b|which\b|whether\b|if\b|me\b|to\b)/,
  undecided: /\b(haven't|have not|hasn't|not yet|never|nothing( has been)?|undecided|can't) ?(\w+ ){0,3}decided?\b/,
  decision:
    /\b(we|i|they)( have|'ve|'d|'re)? ?(just|finally|both|all|already|now)? ?(decided|agreed|settled|chose|picked|opted)\b|\bdecided (to|on|that|against|for)\b|\b(let's|lets|let us) (go (with|for)|use|take|pick|choose|keep|make it|book|stick|switch|settle|say)\b|\b(we|i)('ll| will) (go (with|for)|take|use|stick|choose|keep)\b|\bgoing with\b|\bit's (settled|decided)\b|\b(decision|agreed|decided):/,
  openLoop:
    /\bstill (need|have|has|waiting|to|must|missing|unclear|open|don't|haven't|no)\b|\bwaiting (for|on|to hear)\b|\bto-?do\b|\b(i|we|you)('ve)? (need|have got|have|got|ought|must|should) (to )?(ask|check|find out|figure|clarify|decide|call|send|pay|book|renew|reply|answer|finish|fix|get back|remember|look)\b|\bi (need|have) to\b|\bnot (sure|decided) (yet|whether|if|which)\b|\b(haven't|hasn't) \w+( \w+){0,4} yet\b|\bopen question\b|\bremind me\b|\bdon't (let me )?forget\b|\bpending\b/,
  nextStep:
    /\b(i|we)('ll| will|'m going to|'re going to| am going to| are going to)\b|\bnext steps?\b|\b(tomorrow|tonight|next (week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this (weekend|evening|afternoon)|(on|by) (monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b.*\b(i|we|let's)\b|\b(i|we|let's)\b.*\b(tomorrow|tonight|next (week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this weekend|by (monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/,
  goal: /\b(i|we)('d| would)? (really |also |just )?(want|like to|love to|hope to|plan to|aim|intend|wish)\b|\b(my|our|the) (goal|aim|plan|objective|target)s? (is|are|for)\b|\bgoal:|\b(i'm|we're|i am|we are) (trying|planning|hoping|aiming) to\b/,
  completion: /\b(done|finished|sorted|settled|solved|fixed|paid|sent|booked|called|signed|ordered|bought|renewed)\b/,
  openings: 'ok|okay|so|well|and|but|yes|right|alright|then',
}
