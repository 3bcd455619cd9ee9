import type { LanguageCues } from './cues.ts'
import { thingPattern } from './thing-pattern.ts'

/** What follows "her" if it is the object, and not whose something is. */
const afterObject = String.raw`\s*(?:[.,;:!?)]|$|(?:the|a|an|my|our|some|any|about|on|at|in|to|for|by|with|again|back|today|tomorrow|tonight|next|this|first|after|before|and|or|something|that|if|whether|when|how|what|too|now|then|out|up|over|instead|from|until|because|as|than|not|every|all|two|three|and|\d)(?!\p{L}))`

const functionWords = `hi hello hey a about again ago all also an and any anything are as at be been before but by can could day did do does done for from had
    has have he her his how i if in into is it its just know last latest let like list long me month more most much my next no not of
    on one or other our out over past please recall recap remember remind said say see she should show since so some something still
    tell than that the their them then there these they thing things think this time to today told too two up us was we week weeks
    were what when where which who why will with would year yesterday you your days didn t discuss discussed happen happened talk
    talked find search look mention mentioned
    monday tuesday wednesday thursday friday saturday sunday`

export const english: LanguageCues = {
  functionWords,
  fillers:
    /\b(thanks?|cheers|main|key|important|finally|actually|really|exactly|ma[dk]e|making|took|taken?|came|come|summari[sz]e|summary)\b/,
  lookUp: /^(find|search|look up|show me|list|recall|summari[sz]e|recap)\b/,
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
  properties:
    /\b(price|costs?|colou?r|name|date|time|number|size|address|type|kind|sort|amount|place|brand|age|height|width|length|weight|code|charge[ds]?|called)\b/,
  quantities:
    /\b(how (much|many|long|old|far|wide|big|tall|often|high|late)|when|what (time|date|day|price|number)|which (day|number|date)|price|costs?|code|number)\b/,
  abilities: /\b(what (can|do) you do|what are you|who are you|how do you work|how does this work)\b/,
  thanks: /^(thanks|thank you|many thanks|thx)\b/,
  remember:
    /^(?:(?:please )?(?:(?:remember|keep in mind|bear in mind)(?: please)?(?:,| that|:|\s)+|(?:note|make a note|don't forget)(?: please)?(?: that |: ?)))(?!when\b|what\b|how\b|where\b|who\b|why\b|which\b|whether\b|if\b|me\b|to\b)/,
  undecided:
    /\b(haven't|have not|hasn't|not yet|never|nothing( has been)?|undecided|can't|cannot|couldn't) ?(\w+ ){0,3}decided?\b|\b(should|must|need to|have to|has to|got to|going to|will|'ll|to|let's) (really |finally |just )?(decide|choose between|make up (my|our) minds?)\b|\bdecid(e|ing) (between|whether|if)\b|\btorn between\b|\blean(ing)? towards?\b/,
  decision:
    /\b(we|i)(('ve| have)( just| finally| both| all| already| now)?|'d|'re)? ?(just|finally|both|all|already|now)? ?(decided|agreed|settled|chose|picked|opted|booked|signed up|hired|cancelled|canceled|enrolled|accepted|turned down|rejected|declined)\b|^(it's |it is |that's |so |finally )?(decided|agreed|settled|decision)(:|,| on | that )|\bdecided (to|on|that|against|for)\b(?<!\b(they|he|she|who|\p{L}+s) decided \w+)|\blet's (go (with|for)|use|take|pick|choose|make it|book|stick (to|with)|switch (to)?|settle (on|for)|start with|keep (?!going|it up|trying|dreaming|smiling|moving|fighting|in touch|at it|pushing|believing|hoping|(our|your|my) (fingers|heads?|chins?)))\b|\b(we|i)('ll| will| would)? (go|stick|stay) (with|for)\b|\b(we|i)(('ll| will)( just)? |'re |'m | are | am )?(now )?(take|taking|use|choose|choosing|keep|going with|going for|sticking with) (the|this|that|these|those|him|her|it|them|both|a|an|my|our|number|\d)|\bgoing with\b|\bit's (settled|decided)\b|\b(decision|agreed|decided|settled|deal):/u,
  openLoop:
    /\bstill (need|have to|has to|waiting|to|must|missing|unclear|open|don't|haven't|no)\b|\bwaiting (for|on|to hear)\b|\bto-?do\b|\b(i|we)('ve)? (need|have got|have|got|ought|must|should) (to )?(ask|check|find out|figure|clarify|decide|call|send|pay|book|renew|reply|answer|finish|fix|get back|remember|look)\b|(?<!\b(when|if|what|that|all|things|where|whenever|because) )\b(i|we) (need|have) to\b|\bnot (sure|decided) (yet|whether|if|which)\b|\b(haven't|hasn't) \w+( \w+){0,4} yet\b|\bopen question\b|\bremind me\b|\bdon't (let me )?forget\b|\bpending\b|\b(call|write|get|calls|writes|gets) back\b|\bi must\b/,
  nextStep:
    /\b(i|we)('ll| will|'m going to|'re going to| am going to| are going to)\b|\bnext steps?\b|\b(tomorrow|tonight|next (week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this (weekend|evening|afternoon)|(on|by) (monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b.*\b(i|we|let's)\b|\b(i|we|let's)\b.*\b(tomorrow|tonight|next (week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this weekend|(on|by) (monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b|\b(i|we) (should|could) (buy|get|order|pick up|bring|write|make|clean|prepare|plan|print|pack|try|start)\b/,
  goal: /\b(i|we)('d| would)? (really |also |just |still )?(want(?! to (make sure|be sure|know|get it right))|like to|love to|hope to|plan to|aim|intend|wish)\b|\b(my|our|the) (goal|aim|plan|objective|target)s? (is|are|for)\b|\bgoal:|\b(i'm|we're|i am|we are) (planning|hoping|aiming|saving|training|looking) (to|for|on)\b|\b(i'm|we're|i am|we are) trying to (build|finish|finalize|get|write|learn|save|lose|become|find|plan|start|stop|reach|move|improve|master|finalise)\b/,
  completion:
    /\b(done|finished|sorted|settled|solved|fixed|paid|sent|booked|called|signed|ordered|bought|renewed|all set|taken care of)\b|\b(i|we)('ve| have)?( just| already| finally)? (\p{L}{3,}ed|got|made|wrote|told|brought|found|took|met|went|gave|put|did|sold)\b|^\p{L}{3,}ed\b/u,
  openings:
    'ok|okay|so|well|and|but|yes|right|alright|then|yeah|yep|hmm|oh|wow|also|anyway|by the way|sure|hey|hi|morning|good morning|good news|now(?=,)|(?:perfect|great|cool|good|nice|lovely)(?=[,.!])|(?:great|good) idea|(?:thanks|thank you)(?= *[,.!]|$)|sounds good|you know',

  conversation: {
    vague:
      /\b(dreams?|fingers crossed|i'm hoping (you|it|they|that)|(i )?hope (you|it|they|u)\b|keep (going|it up|trying|dreaming|smiling|moving|fighting|in touch|at it|pushing|believing|hoping)|stay (strong|positive|calm|in touch|tuned|hopeful)|(my|our|your) best|never give up|believe in|how (it|things|this|that) (goes?|turns? out|went)|we'll see|let's (see|hope|talk|chat)|catch up|(keep|keeping) (you|u|ya|me|us) (posted|updated)|let (you|u|me) know|(talk|speak|see you|chat)( to you| with you)? (later|soon|then)|think about (it|that)|make the most|don't worry|you (got|can do) this|(be|have) (fun|fine|ok|okay|alright|great|amazing|awesome|lovely|perfect|a blast)|cheer|take care|good luck|be there for|support (you|each)|here for you|always remember|be patient|so excited|can't wait|look forward|keep that in mind|don't forget to (enjoy|smile|breathe|have)|make sure (it's|it is|i get it)|never forget|cherish|treasure|(will|'ll) be tuning in|reach out if|i will[.!]*$|i wish i|(so|really|super|very) important|it's (tough|hard|important) (when|to)|get it right|anything else|feel free|what else|how can i help|if you (have|need) any)\b/,
    hedges: /\b(?:kinda|sorta|kind of|sort of|basically|literally)\s+/giu,
    praise:
      /\b(awesome|amazing|great|cool|sweet|lovely|nice|wonderful|fantastic|beautiful|adorable|cute|proud|congrat\p{L}*|thanks?|thank you|sounds|glad|good luck|inspiring|incredible|perfect|fun|happy|excited|love|grateful|lucky|blessed|stunning|gorgeous|special|joy|helpful|helps a lot|makes? sense|well done|welcome|sorry|appreciate\p{L}*)\b/u,
    agreement:
      /\b(\p{L}+) (has |have |already |immediately |even )?(agreed|accepted|confirmed|said (yes|ok|okay|fine))\b|\b(agrees|accepts|confirms|says (yes|ok|okay|fine|the same))\b/u,
    proposal:
      /^(perhaps |maybe |then |or )?(let's|we could|you could|i can|i could|i'd|i would|i suggest|i recommend|how about|what about|why not|why don't|want)\b|\b(shall|should|may|can) (i|we)\b.*\?|\byou (want|like) (me )?(to|a|an|that)\b.*\?|\bwant (me to|that|one|it)\b|\bwanna\b|\bcould you\b.*\?/,
    offer:
      /\b(shall|should|can|may) i\b|\byou (want|like) me to\b|\bwant (me to|that|one|it)\b|^want\b|\bwould you like\b|\bi (can|could)\b/,
    acceptance:
      /^(yes|yeah|yep|yup|sure|ok|okay|please|do (it|that|so)|let's (do|go)|go ahead|sounds (good|great|perfect)|good (idea|plan|point)|great( idea)?|perfect|deal|agreed|fine|why not|absolutely|definitely|of course|right|true|exactly|i agree|works for me|alright|that (sounds|works))\b/,
    refusal: /^(no|nope|nah|not (now|yet|today|really)|rather not|never mind|don't|no thanks|i'd rather not|no need|maybe later)\b/,
    request:
      /\b(can|could|would|will) (you|u)\b|\b(do|did|have|are) you (think|have|know|got|suggest|recommend|see)\b|\bwhat (do|would) you\b|\bany (tips|ideas?|suggestions?|advice|thoughts|recommendations)\b|\b(please )?(help|give|show|tell|explain|teach|recommend|suggest)( to)? (me|us)\b|\b(what|how|which|where|why|when)('s| is| are| can| should| do| does| did| would| could| to)\b.{0,200}\?|\b(i'm|i am|but) not (really |quite |exactly )?sure (how|what|where|if|whether)\b|\b(is|was|will|would|does|did) (it|that|this|there|these|those)\b.{0,120}\?|\b(should|could|would|might|will|can|do|does) i\b|\b(i was|i'm|so i'm|and i'm) (just )?wondering\b|\bso i'm gonna ask\b|\blike (what|how)('s| is| are|)\b|\bor something\b|\byou know\b|\b(i'm|i am) hoping (you|to|that)\b|\b(which|what) \p{L}+ (do|does|is|are|can|should|would)\b|\bbut (i'm|i am) (really |getting really |so )?(confused|stuck|having trouble)\b|\bi want to (make sure|know if|know whether|get it right)\b/u,
    instruction: /^(please )?(always|never|from now on|in (the )?future|don't ever|whenever (i|you)|every time (i|you)|only ever)\b/,
    self: /\b(i|we|my|our|me|us|mine|ours|i'm|i've|we're|we've)\b/,
    listener: /\b(you|your|yours|you're|u|ur)\b/,
    day: /\b(today|tonight|tomorrow|yesterday|(mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|(in|of|early|late|mid|until|by|this|next|last|since) may|may \d|\d+(st|nd|rd|th)? may|(next|last|this|in a|in two|past) (week|month|year|weekend|few days|summer|spring|autumn|fall|winter)s?|(on|by|from|until|before|of) the (first|second|third|fourth|fifth|\d+(st|nd|rd|th))|\d+ ?(am|pm|o'clock)|\d+:\d\d|days? ago|weeks? ago|months? ago|years? ago|midnight|noon)\b/,
    numberWord:
      /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|dozen|twice|half)\b/,
    clock:
      /\b(at \d{1,2}|\d{1,2}:\d\d|\d{1,2} ?(am|pm|o'clock)|at (noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b/,
    continuation:
      /^(one|ones|it|its|it's|they|they're|their|them|that|that's|those|this|these|he|she|he's|she's|his|her|there|both|in total|which|then|about \d|the (other|others|first|second|third|last|rest)|so|also|another|each|all|neither|most|same|\d+(\.\d+)?)\b/,
    pointing: /\b(that|those) (?!(i|we|you|he|she|it|they|the|a|an|is|was|my|our|makes|would|will)\b)\p{L}+/u,
    past: /\b(was|were|had|did|went|came|got|made|took|ran|saw|met|said|told|last|ago|yesterday|since|found|brought|bought|sent|gave|wrote|left|felt|knew|thought|kept|became|began|won|lost|sold|drew|\p{L}{3,}ed)\b/u,
    change:
      /\b(now|instead|after all|actually|update|updated|changed?|moved|no longer|new|rather|finally|increased|raised|lowered|reduced|correction|meanwhile)\b/,
    verbForms:
      'send sends sent sending, buy buys bought buying, pay pays paid paying, make makes made making, write writes wrote written writing, get gets got getting, tell tells told telling, bring brings brought bringing, find finds found finding, take takes took taken taking, meet meets met meeting, give gives gave given giving, go goes went gone going, do does did done doing, see sees saw seen seeing, choose chose chosen, sell sold, speak spoke spoken, think thought, drive drove driven, run ran',
  },

  references: {
    things: thingPattern({
      functionWords,
      determiners: 'my|our|the|an|a|this|these|those|another|some',
      adjectives:
        'big|new|old|small|little|first|second|third|other|red|blue|green|white|black|long|short|good|best|wooden|drawing|spare|final|main|single|\\p{L}+(?:ive|ous|ful|ible|ish|less)',
      notNouns:
        'ones?|way|things?|times?|days?|weeks?|months?|years?|bit|lot|few|same|moment|morning|evening|afternoon|night|weekend|rest|end|idea|fact|case|kind|sort|whole|best|most|first|second|third|next|last|other',
      // A compound: the word is neither a verb in -s, -ed or -ing nor an irregular one, and its clause goes on or ends after it.
      compound:
        '\\s+(?!(?:and|or|but|is|are|was|were|has|had|have|will|would|can|could|should|may|might|must|do|does|did|that|which|who|where|when|while|if|as|than|so|to|of|in|on|at|by|for|from|with|without|about|into|over|under|up|down|out|off|after|before|until|since|because|instead|only|also|just|still|already|again|now|then|today|tomorrow|tonight|yesterday|came|went|got|took|made|said|told|gave|ran|saw|cost|costs|there|here|not|yet|too|next|last|this|it|him|her|them|he|she|they|we|i|you|me|us|my|our|your|his|its|their)(?!\\p{L}))\\p{Ll}+(?:(?<=[^s]s)(?=\\s(?:I|we|that|which)(?!\\p{L}))|(?<![sdg]))(?=\\s*(?:[.,;:!?)]|$|(?:is|are|was|were|has|had|will|would|can|could|for|to|on|in|at|with|by|and|or|from|of|I|we|that|which)(?!\\p{L})))',
    }),
    genders: { these: 'p', those: 'p', a: 'n', an: 'n', this: 'n' },
    nounGenders: [[/[^s]s$/, 'p']],
    defaultGenders: 'n',
    definite: { a: 'the', an: 'the', another: 'the other', some: 'the', this: 'the', these: 'the', those: 'the' },
    personVerbs:
      /^(?:,?\s+who(?!\p{L})|\s+(?:said|says|wants|wanted|offers|offered|answers|answered|came|comes|agrees|agreed|asks|asked|calls|called|told|tells|loves|likes|sends|thinks|thought|writes|wrote|accepts|accepted|needs|knows|knew|brings|brought|gave|gives|lives|hates|hopes|promised|from (?:the|my|our|work|number)|suggests|suggested|recommends|recommended|pays|found|would|and i)(?!\p{L}))/iu,
    personLead: /(?<!\p{L})(?:tell|told|ask|asked|call|called|with|meet|met|thank|invite|invited|visit|email)\s+$/iu,
    relatives: {
      m: /(?<!\p{L})(?:(?:[Mm]y|[Oo]ur)\s+(?:dad|father|brother|husband|son|boyfriend|grandpa|grandfather|uncle|nephew)|Dad|Papa|Grandpa)(?!\p{L})/gu,
      f: /(?<!\p{L})(?:(?:[Mm]y|[Oo]ur)\s+(?:mum|mom|mother|sister|wife|daughter|girlfriend|grandma|grandmother|aunt|niece)|Mum|Mom|Mama|Grandma)(?!\p{L})/gu,
    },
    pronouns: [
      { find: /(?<![\p{L}'’])he(?=\s+\p{L}|['’]s)/giu, genders: 'm', person: '{}' },
      { find: /(?<![\p{L}'’])him(?![\p{L}])/giu, genders: 'm', person: '{}' },
      { find: /(?<![\p{L}'’])his(?=\s+\p{L})/giu, genders: 'm', person: "{}'s" },
      { find: /(?<![\p{L}'’])she(?=\s+\p{L}|['’]s)/giu, genders: 'f', person: '{}' },
      { find: new RegExp(String.raw`(?<![\p{L}'’])her(?=${afterObject})`, 'giu'), genders: 'f', person: '{}' },
      { find: new RegExp(String.raw`(?<![\p{L}'’])her(?!${afterObject})(?=\s+\p{L})`, 'giu'), genders: 'f', person: "{}'s" },
      {
        find: /(?<=\p{L}\s)(?<!(?:that|if|when|whether|because|as|and|but|so|than|how|what|think|hope|know|where|while|until|since|said|do|did|does|make|made|making|is|was|worth|get|got|figure|like|see|hear|believe|in|on|of|around|from|give|enjoy|love|call|take|doing|\p{L}+ly)\s)it(?!['’\p{L}])(?!\s+(?:is|was|will|would|won['’]t|wouldn['’]t|can['’]t|couldn['’]t|doesn['’]t|didn['’]t|isn['’]t|wasn['’]t|can|could|has|had|seems?|looks?|takes?|took|might|may|should|does|did|makes?|comes?|goes|rains?|feels?|sounds?|means?|works?|fits?|depends|turns?|gets|all|a go|a try|a shot|up|easy|right)(?![\p{L}]))/giu,
        genders: 'n',
        thing: '{}',
      },
      {
        find: /(?<=(?<![\p{L}])(?:take|buy|order|book|need|want|pay|send|sign|fix|cancel|renew|return|choose|pick|use|finish|bring|sell|collect|ask about)\s)(?:that|this)(?: one)?(?=\s*(?:[.,;!?)]|$|(?:by|on|at|before|after|tomorrow|today|tonight|next|then|too|as|for|with|from|until|to|and|first|now)(?![\p{L}])))/giu,
        genders: 'n',
        thing: '{}',
      },
      {
        find: /^It(?=\s+(?:costs?|fits?|holds?|came|arrives?|arrived|weighs|needs|broke|starts?|ends|expires|closes|opens|doesn['’]t (?:fit|work|hold)|does not (?:fit|work|hold))(?!\p{L}))/gu,
        genders: 'n',
        thing: '{}',
      },
      { find: /(?<=\p{L}\s)them(?![\p{L}])/giu, genders: 'p', thing: '{}' },
    ],
  },
}
