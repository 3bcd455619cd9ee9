import type { SessionCues } from './session-cues.ts'

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const month = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const hour = "(?:\\d{1,2}(?::\\d\\d)?(?: ?(?:am|pm|o'clock))?|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"

export const englishSession: SessionCues = {
  tasks: {
    send: "send,email,mail,forward,post/sending,emailing//sends,emails/sent,emailed,mailed,forwarded,posted,it's in the mail,it's in the post,is in the mail,is in the post",
    call: 'call,phone,ring/calling//calls,phones/called,phoned,rang,spoke to,spoken to',
    write: 'write,text,message,draft/writing//writes,drafts/wrote,written,texted,messaged,drafted',
    pay: 'pay,transfer/paying//pays/paid,transferred',
    book: 'book,reserve/booking//books/booked,reserved',
    buy: 'buy/buying//buys/bought',
    order: 'order/ordering//orders/ordered',
    bring: 'bring,drop off,deliver/bringing//brings,delivers/brought,dropped off,delivered',
    ask: 'ask/asking//asks/asked',
    return: 'return,give back,take back/returning//returns/returned,gave back,took back,brought back',
    sign: 'sign/signing//signs/signed',
    fix: 'fix,repair/fixing,repairing//fixes,repairs/fixed,repaired',
    submit: 'submit,hand in,file,upload/submitting//submits,uploads/submitted,handed in,handed it in,turned in,turned it in,filed,uploaded',
    cancel: 'cancel/cancelling//cancels/cancelled,canceled',
    renew: 'renew,extend/renewing//renews/renewed,extended',
    finish: 'finish,complete/finishing//finishes/finished,completed',
    prepare: 'prepare/preparing//prepares/prepared',
    clean: 'clean,tidy,wash/cleaning,washing//cleans/cleaned,tidied,washed',
    check: 'check,look up,look into,find out/checking//checks/checked,looked up,looked into,found out',
    reply: 'reply,answer,respond,get back to/replying//replies/replied,answered,responded,got back to',
    fetch: 'pick up,collect,fetch,get/picking up,collecting//picks up,collects/picked up,collected,fetched,got',
    print: 'print/printing//prints/printed',
    pack: 'pack/packing//packs/packed',
    register: 'register,sign up,enrol,enroll/registering//registers/registered,signed up,enrolled',
    update: 'update/updating//updates/updated',
    water: 'water/watering//waters/watered',
    measure: 'measure/measuring//measures/measured',
    tell: 'tell,inform,let know/telling//tells/told,informed',
    apply: 'apply/applying//applies/applied',
    invite: 'invite/inviting//invites/invited',
    confirm: 'confirm/confirming//confirms/confirmed',
    remind: 'remind/reminding//reminds/reminded',
    translate: 'translate/translating//translates/translated',
    install: 'install,set up,mount/installing//installs/installed,set up,mounted',
    arrange: 'arrange,schedule,make an appointment/arranging//arranges/arranged,scheduled,made an appointment',
    review: 'review,proofread/reviewing//reviews/reviewed,proofread',
    lend: 'lend/lending//lends/lent',
    bake: 'bake,cook/baking,cooking//bakes,cooks/baked,cooked',
  },
  duty: /\b(?:i|we)(?:'ve)? (?:still |also |really |just )*(?:need to|have to|have got to|got to|gotta|must|ought to|should)(?: still| also| really| just| quickly| finally| remember to| go and)*(?= )|\b(?:still|also) (?:need|have) to\b|^(?:need|have|got) to\b|^(?:i )?must not forget to\b|\bto-?do:|\bdon't (?:let me )?forget to\b/,
  promise:
    /\b(?:i|we)(?:'ll| will|'m going to|'re going to| am going to| are going to| promise to| promised to|'m gonna)(?: still| also| just| definitely| then| quickly| finally| make sure to| remember to| go and)*(?= )/,
  self: /\b(?:i'm|we're|i am|we are)\b/,
  remind: /\bremind me(?: again)?(?= )|\bdon't let me forget(?= )/,
  ask: /\b(?:can|could|would|will) you(?: please)?(?= )|^please(?= )/,
  other: /^(?:'ll| will| is going to| promised to| has to| needs to| is supposed to)(?= )/,
  due: new RegExp(
    `\\b(?:(?:by|before|until|till|on|for|no later than) )?(?:(?:this|next|coming) )?(?:${weekday}|tomorrow|today|tonight)(?: (?:morning|afternoon|evening|night))?(?: (?:at|by|before|around) ${hour})?(?: at the latest)?\\b|\\b(?:(?:by|before|until) )?(?:this|next|the coming) (?:week|weekend|month|year|morning|afternoon|evening|summer|spring)\\b|\\b(?:by|before|at|until) the (?:end of the (?:day|week|month|year)|weekend)\\b|\\b(?:by|before|on|until) (?:the )?\\d{1,2}(?:st|nd|rd|th)(?: of ${month})?\\b|\\b(?:by|before|on|until) (?:${month} \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)? ${month})\\b|\\b(?:by|before|in) ${month}\\b|\\b(?:by|before|after) (?:noon|lunch|dinner|midnight|work)\\b|\\bin (?:an?|two|three|four|five|\\d+) (?:hours?|days?|weeks?|months?)\\b|\\b(?:at|by|before) (?:\\d{1,2}:\\d\\d|\\d{1,2} ?(?:am|pm|o'clock))\\b`,
    'gu',
  ),
  unreal:
    /\b(?:if|unless|maybe|perhaps|might|probably|possibly|would|wouldn't|could have|should have|wish|i'd|suppose|supposedly|hopefully|imagine|in case|i (?:thought|doubt))\b|\b(?:don't|doesn't|didn't|do not|does not|no longer) (?:need|have|want) to\b|\b(?:won't|will not|never|not going to|needn't)\b|\b(?:says?|said|told me|thinks?|wrote|claims|according to)\b|\bi (?:must|have to) (?:say|admit)\b/,
  notDone:
    /\bnot\b|n't\b|\b(?:never|no one|nobody|will|'ll|going to|gonna|to be|need|needs|have to|has to|must|should|ought|want|wants|hope|hoping|plan|planning|when|once|until|before|after|as soon as|almost|nearly|half|tomorrow|next|trying|tried|try|forgot|still|let's|can|could|about to|supposed|yet|hardly|partly|some of)\b/,
  done: /\b(?:(?:all )?done|finished|sorted(?: out)?|taken care of|completed|did it|did that|made it happen|got it done|crossed off|ticked off|checked off|settled|handled|over and done with)\b/gu,
  asksDone: /\b(?:did|have) (?:you|we)\b|\bis (?:it|that) (?:done|settled)\b/,
  dropped:
    /\b(?:no longer (?:needed|necessary|relevant|need)|not (?:needed|necessary|relevant) any ?more|don't need(?: to)?(?= .*any ?more)|doesn't matter any ?more|(?<!(?:n't|not|never|always|i) )forget about|never mind(?: about)?|scratch|drop(?! (?:off|by|in)\b)|don't bother(?: with| about)?|is off the table|has resolved itself|resolved itself|solved itself|isn't needed any ?more|(?<=\b(?:need|needed|have to|has to|want|wants|matter|matters|necessary)\b.{0,80})any ?more)\b/gu,
  thirdPerson:
    /^(?:[Hh]e|[Ss]he|[Tt]hey|[Tt]he \p{Ll}+|[Mm]y \p{Ll}+|[Oo]ur \p{Ll}+|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) (?:(?:has|have|had|just|already|finally|also) )*(?:sent|emailed|forwarded|called|phoned|wrote|texted|paid|booked|bought|ordered|brought|asked|returned|signed|fixed|repaired|submitted|cancelled|canceled|renewed|finished|prepared|cleaned|checked|replied|answered|got|picked|printed|told|confirmed|made|did)(?=\s+(?:the|an?|my|our|his|her|their|me|us|it|him|them|you|that|this|back|all|up|\p{Lu}|\p{N}))/u,
  clause: /[,;:!.–—…]\s*|\s(?:and|but|so|because|while|although)\s/u,
  noise:
    'finally just already now again really quickly luckily actually thanks asap promise okay ok yes yay everything all yesterday morning evening afternoon night way well two one copy properly successfully hour hours minutes ago',
  tones: {
    glad: {
      label: 'glad',
      cues: /\b(?:(?:so|really|very|i'm|i am|am) (?:happy|glad|excited|thrilled|proud)|yay|woohoo|hooray|i love (?:it|this|that)|best (?:day|thing)|amazing|fantastic|wonderful|finally!)\b|🎉|😊|😄|🥳|😍/u,
    },
    relieved: { label: 'relieved', cues: /\b(?:relieved|what a relief|phew|a weight off|glad (?:that's|it's|this is) over)\b/ },
    worried: {
      label: 'worried',
      cues: /\b(?:worried|worry about it|anxious|nervous|afraid|scared|stressed|panic\w*|my hands are shaking|can't sleep|i fear)\b|😟|😰|😱/u,
    },
    annoyed: {
      label: 'annoyed',
      cues: /\b(?:annoyed|annoying|angry|furious|fed up|sick of|pissed|ridiculous|unacceptable|frustrat\w+|i hate)\b|😡|🤬|😤/u,
    },
    sad: {
      label: 'sad',
      cues: /\b(?:i'm sad|so sad|heartbroken|miss (?:him|her|them) so|(?:i'm|been|was) crying|i cried|depressed|devastated|lonely|grieving)\b|😢|😭|💔/u,
    },
    tired: { label: 'tired', cues: /\b(?:exhausted|so tired|i'm tired|dead tired|worn out|knackered|no energy|burn(?:ed|t) out)\b|😴/u },
  },
}
