/**
 * The words by which one language asks without a question mark. Each cue is the source of a pattern, in which letters have either case. It
 * matches whole words, except in languages that do not separate them.
 */
export interface QuestionWords {
  /** Whether words are not separated by spaces. */
  readonly isSpaceless?: boolean
  /** Words before a question or a request, with or without accents: "so", "please". */
  readonly leads: string
  /** The beginning of a question. */
  readonly asks: string
  /** The end of a question: "the meeting is when". */
  readonly asksLast?: string
  /** A request for an answer, wherever it stands: "tell me when". */
  readonly requests?: string
  /** The beginning of an exclamation, if it ends with its mark: "how nice!". */
  readonly exclaims?: string
  /** What begins like a question but states something: "when I arrive". */
  readonly states?: string
}

/** A comma before the main clause of a sentence, not before one more subordinate clause. */
const commaUnless = (conjunctions: string): string => `[^,]{1,80}, (?!(?:${conjunctions})(?!\\p{L}))\\p{L}+`

/** Not right after one of these words: "I know when" asks nothing. */
const unlessAfter = (words: string): string => `(?<!(?<!\\p{L})(?:${words}),?\\s)`

const englishWords = '(?:what|when|where|who|whose|which|why|how)'
/** Words after a verb that leaves out its subject, as in "Was great" and "Will call". */
const subjectless =
  '(?! (?:been|be|to|not|never|also|just|still|always|really|very|so|totally|completely|probably|definitely|fine|ok|okay|good|great|nice|fun|lovely|perfect|hard|busy|tired|a (?:\\p{L}+ )?(?:lot|day|blast|time|pleasure)|lunch|dinner|breakfast|have|had|do|call|go|get|try|make|send|let|see|check|text|write|ask|buy|take|come|love|like|prefer|need|say|keep|use|tell|look|pay|pick|book|bring|work)(?!\\p{L}))'

const germanPronouns = '(?:ich|du|er|sie|es|wir|ihr|man)'
const germanVerbs = '(?:ist|sind|war|waren|ha[bt]\\p{L}*|wird|werden|wurden?|kann|können|soll\\p{L}*|muss|müssen|will|wollen|gibt|gab)'
const germanWords = '(?:was|wann|wo(?:hin|her|r?[üu]ber|für|mit|ran)?|wer|wen|wem|welche[mnrs]?|warum|wieso|wie|ob)'

const frenchSubjects = "(?:j['’]|(?:je|tu|on|nous|vous|ils?|elles?)\\s)"
const frenchWords = "(?:ce qu['’e]|quand|où|ou|qui|quel(?:le)?s?|combien|pourquoi|comment|de quoi|si)"

const spanishWords = '(?:qué|lo que|cu[aá]ndo|d[oó]nde|qui[eé]n(?:es)?|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|por qu[eé]|c[oó]mo|de qué|si)'
/** "Para que" and "desde que" in Spanish and Portuguese, unless they ask: "para que sirve", "desde que dia". The accent is often left out. */
const iberianClauses =
  'para que (?!(?:s[ei]rv\\p{L}+|eran?|eram|es|é|son|são|fue|foi|foram|qui?er\\p{L}*|necesit\\p{L}+|precis\\p{L}+|us(?:o|as?|amos|a[mn]|a[bv]a\\p{L}*)|compr(?:é|ei|ou|amos|aste)|d[ií]a|fecha|data|horas?)(?!\\p{L}))\\p{L}+|desde que(?! (?:d[ií]a|fecha|data|horas?|m[eê]s|a[nñ]o)(?!\\p{L}))'

const italianWords = '(?:che cosa|cosa|quando|dove|chi|qual[ei]?|quant[oaie]|perch[eé]|come|se|quello che)'

const portugueseWords = '(?:o qu[eê]|quando|onde|quem|qual|quais|quant[oa]s?|por qu[eê]|como|se|de qu[eê])'

const russianWords = '(?:что|когда|где|куда|кто|как\\p{L}*|сколько|почему|зачем|о ч[её]м|про что)'

/** The words that ask in Japanese. With "も", "か" or "でも" they do not: "何も", "いつか". */
const japaneseWords =
  '(?:何(?!.?も|でも|[回度日人個年]?か(?!$))|なに(?!も|か)|なん(?!とか|となく|だか|て|で(?!す))|誰(?!も|か|でも)|だれ(?!も|か|でも)|いつ(?!も|か|でも|の間|のま|まで)|どこ(?!か|も|でも|にも|へも)|どれ(?!も|か|でも)|どの|どんな(?!に)|どう(?!も|か|にか|しても|ぞ|せ|でも)|どちら(?!も|か|でも)|なぜ(?!か)|なんで(?!も)|どうして(?!も)|いくら(?!でも|か)|いくつ(?!か|も))'

/** The languages whose questions are recognized. */
export const questionCues: Readonly<Record<string, QuestionWords>> = {
  en: {
    leads: 'so|and|but|ok|okay|hey|please|also|can you|could you',
    asks: `what|when|where|which|who|whom|whose|why|how|(?:did|does|is|are|was|were|has|can|could|should|would|will)${subjectless}(?! ?['’])|(?:do|have|had|am) (?:i|we|you|he|she|it|they|people|any\\p{L}*)|(?:is|are|was|were|do|does|did|have|has|had|can|could|should|would|wo)n['’]?t (?:i|we|you|he|she|it|they|there|the|my|our|that|this)|remind me (?:again|of|about|${englishWords})|tell me (?!to)|any idea`,
    asksLast: `${unlessAfter('that|this|here|know|it')}(?:is|was|are|were) (?:what|when|where|how much|which)(?: again)?`,
    requests: `${unlessAfter("will|would|\\p{L}+['’]ll|\\p{L}+n['’]t")}(?:remind me|tell me|do you (?:remember|know|recall)|i (?:forgot|wonder))(?: again)? (?:${englishWords}|if|whether|of|about)`,
    exclaims: 'how',
    states:
      "when(?:ever)? (?:i|you|we|he|she|it|they)(?:['’]\\p{L}+)?|who(?:ever)? (?:knows|cares)|what(?:ever)? (?:i|you|we) (?:need|want|mean|like|love)|what an?|how(?:ever| about that| (?:i|we) (?:love|hate|miss|wish|enjoy))|which (?:means|reminds|makes sense|is (?:fine|good|great|nice|why|ok|okay))|so (?:do|did|am|is|are|was|were|have|has|had|can|could|will|would|should) (?:i|we|you|he|she|it|they)",
  },
  de: {
    leads: 'und|aber|also|sag mal|bitte|auch|kannst du',
    asks: `was|wann|wo|welche[mnrs]?|wer|wen|wem|wessen|warum|wieso|weshalb|wie|wieviel|wohin|woher|wo(?:r?[üu]ber|rum|ran|rauf|raus|rin|mit|von|für|bei|zu|durch|nach|gegen)|(?:an|auf|aus|bei|bis|für|in|mit|nach|seit|um|von|vor|zu|über) (?:wann|was|wo|wem|wen|welche[mnrs]?|wie ?viele?)|ha(?:be?|ben|st|t|tten?|ttest) ${germanPronouns}|wei(?:ß|ss)t du|erinnerst du dich|kannst du dich (?:noch )?erinnern`,
    asksLast: `${unlessAfter('nicht|weiß|weiss|weißt|weisst|wissen|egal|sage?|sagt|sehen|und|oder|so|ab|bis|seit')}(?:(?:ab|bis|seit) wann|um wie ?viel uhr|wann|wohin|wo|warum|wie ?viel|mit wem)`,
    requests: `(?:erinner\\p{L}* mich|sag mir|wei(?:ß|ss)t du)(?: bitte)?(?: daran| noch| (?:noch ?)?mal)?,? ${germanWords}`,
    exclaims: 'was|wie|welch',
    states: `wie (?:gesagt|immer|üblich|besprochen|vereinbart|versprochen|erwähnt|angekündigt|schon gesagt|du wei(?:ß|ss)t|du siehst|(?:sehr )?(?:ich|wir))|was (?:mich|uns|dich|das|die|den) [^,]{0,40}(?:betrifft|angeht)|w(?:er|as|o) (?!${germanVerbs}(?!\\p{L}))[^,]{1,60}, \\p{L}+t|wer wei(?:ß|ss)|w(?:ann|er|o|as) (?:auch )?immer|wobei (?:das|die|der|eine?)|wo(?:bei|durch|mit|nach|rauf|r[üu]ber|von) (?:${germanPronouns}|mir|mich|sich)|h(?:atten?|aben?|ab) (?:ich|wir) (?:\\p{L}+ )*?(?:ganz|total|völlig|komplett|leider|auch|gerade|eben|ja|doch|längst|fast)|h(?:atten?|aben?|ab) (?:ich|wir) (?:\\p{L}+ ){0,2}(?:vergessen|verpasst|übersehen|verschlafen|gewusst|gedacht|gehofft|befürchtet)(?=[.…\\s]*$)`,
  },
  fr: {
    leads: "et|mais|alors|dis|aussi|s['’]il te pla[iî]t|stp",
    asks: `qu['’]est-ce|est-ce|quand|où|ou (?:est|sont|se|avons-nous|ai-je|en (?:est|sommes|étions))|d['’]où|(?:à|avec|de|depuis|en|par|pour|sur|chez) (?:quoi|qui|quel(?:le)?s?|quand|combien)|(?:avons|avions)-nous|a-t-on|avait-on|ai-je|as-tu|avez-vous|quel|quelle|quels|quelles|qui|quoi(?! qu)|pourquoi|comment|combien|que|c['’]est (?:quoi|quand(?! même)|où|combien|quel(?:le)?s?|qui (?:le|la|les|l['’]|ça|déjà|ce|cette|mon|ma|ton|ta|notre|$))|tu te (?:souviens|rappelles)|te (?:souviens|rappelles)-tu|vous (?:vous )?souvenez|rappelle-moi ${frenchWords}|dis-moi`,
    asksLast: `${unlessAfter("sai[st]|savoir|sav\\p{L}+|n['’]importe|dire|dis|dit|pas|plus|rien|et|ou|de|à|depuis|pour|avec|chez|jusqu['’]à|vois|voir|demande|oublié")}(?:(?:à|avec|chez|de|depuis|pour|jusqu['’]à) )?(?:où|quand|quoi|qui|combien|comment|pourquoi|quelle heure|quel jour)`,
    requests: `(?:rappelle|redis|dis)[- ]moi ${frenchWords}|(?:tu sais|sais-tu|savez-vous) ${frenchWords}`,
    exclaims: 'quel(?:le)?s?|que?|comme',
    states: `quand ${frenchSubjects}(?:[^,]{1,80}, \\p{L}+|[^,]{6,80}?(?<!que|qu['’]|si|où|dont)\\s${frenchSubjects}\\p{L}+)|qu(?:e du|e de la|e des|e j['’]aime|e c['’]est|i sait|i vivra|oi qu['’]\\p{L}+)`,
  },
  es: {
    leads: 'y|pero|entonces|oye|por favor|tambi[eé]n|puedes',
    asks: `(?:(?:a|con|de|desde|en|para|por|hasta|sobre) )?(?:qu[eé]|qui[eé]n(?:es)?|cu[aá]l(?:es)?|cu[aá]ndo|d[oó]nde|ad[oó]nde|cu[aá]nt[oa]s?)|cómo|como (?:se|te|me|era|es|est[aá]|fue|lo|la|quedó|hicimos|hice)|recu[eé]rdame (?:${spanishWords}|el|la|los|las)|dime|(?:todav[ií]a |a[uú]n )?(?:te )?(?:acuerdas|recuerdas)|sabes(?!,)`,
    asksLast: `${unlessAfter('sé|sabes?|saber|sabemos|no|ni|importa|dime|digo|y|o|a|con|de|desde|en|para|por|hasta')}(?:(?:a|con|de|desde|en|para|por|hasta) )?(?:qué|cuándo|dónde|adónde|quién(?:es)?|cuál(?:es)?|cuánt[oa]s?|qué (?:hora|día))`,
    requests: `(?:recu[eé]rdame|dime|sabes|te acuerdas de) ${spanishWords}`,
    exclaims: 'qu[eé]|c[oó]mo|cu[aá]nt[oa]s?',
    states: `(?:cuando|donde|quien) ${commaUnless('o|y|que|cuando|donde|el|la|los|las')}|cuando (?:\\p{L}+(?: \\p{L}+){0,6}) (?:me|te|le|lo|la|os|les) \\p{L}+(?:o|é|í)|${iberianClauses}|cuanto (?:antes|más|menos|a)|c[oó]mo (?:me|nos) (?:gusta|encanta)\\p{L}*|cu[aá]nto (?:me|nos) (?:gusta|encanta|alegra)\\p{L}*|como (?:ya|siempre|dije|te dije|decía|te decía|quieras|sea|si|no)|quien sabe|que (?:lástima|pena|tengas?|tengan|descanses|disfrutes|aproveche|(?:te|os|le) (?:vaya|mejores|diviertas|cuides))|qu[eé] (?:lástima|pena|va|bien|bueno|suerte|alegría|bonit[oa]|lind[oa]|ric[oa])`,
  },
  it: {
    leads: 'e|ma|allora|senti|per favore|anche|puoi',
    asks: `(?:(?:a|con|da|di|in|per|su) )?(?:che cosa|cosa|che|chi|quando|dove|qual[ei]?|quant[oaie])|(?:cos|dov|com|quant)['’]\\p{L}+|perch[eé]|come (?:si|ti|mi|ci|è|era|stava|sta|sono|hai|ha|abbiamo|avevamo|faccio|facciamo)|ricordami (?:${italianWords}|il|la|i|le|lo)|dimmi|(?:ti )?ricordi|sai(?!,)`,
    asksLast: `${unlessAfter('so|sa|sai|sapere|sappiamo|non|né|importa|dimmi|dico|e|o|ecco|chissà|a|con|da|di|in|per|tanto|ogni|qualche|una|la|stessa|questa|quella|altra|qualsiasi|qualunque')}(?:(?:a|con|da|di|in|per) )?(?:dove|quando|cosa|chi|quanto|qual è|che (?:ora|giorno))`,
    requests: `(?:ricordami|dimmi|sai|ti ricordi) ${italianWords}`,
    exclaims: 'che|come|quant[oaie]',
    states: `(?:da |fino a )?(?:quando|dove|chi) ${commaUnless('o|oppure|e|che|quando|dove|il|lo|la|i|gli|le|l|quell[oaie]')}|quando [^,]{2,60} (?:ti|vi|le|gli|lo|la|li|mi) \\p{L}+o|da quando (?:mi )?(?:ho|sono) \\p{L}+[st][oa]|perch[eé] (?:non )?(?:(?:mi|ti|lo|la|ci|ne) |c['’])?(?:\\p{L}+vo|ero|sono|devo|voglio|posso|(?:era|è) (?:tardi|presto|troppo|tutto)|piov\\p{L}+|nevic\\p{L}+)|perch[eé] [^,]{2,40} (?:ho|abbiamo|mi sono|ci siamo) \\p{L}+[st][oaie]|perch[eé] ${commaUnless('o|oppure|e|che')}|quanto (?:prima|a|riguarda)|per quanto (?:ne|riguarda|mi)|(?:come|quanto) (?:mi|ci) (?:piac|manc)\\p{L}+|come (?:sempre|al solito|previsto|promesso|vuoi|sai|già|(?:ti |vi )?ho (?:già )?(?:detto|scritto|promesso))|chi sa|chissà|che (?:peccato|bello|bella|fortuna)`,
  },
  pt: {
    leads: 'e|mas|ent[aã]o|olha|por favor|tamb[eé]m|voc[eê] pode|pode',
    asks: `(?:(?:a|com|de|desde|em|para|por|até|sobre) )?(?:o que|que|quem|qual|quais|quando|onde|aonde|quant[oa]s?)|por ?qu[eê]|como (?:se|é|era|foi|está|estava|eu|a gente|vamos|ficou|fiz|fizemos|chama)|(?:me lembr[ae]|lembre-me|lembra-me) (?:${portugueseWords}|d?[oa]s?)|me diga|me diz|diga-me|diz-me|(?:voc[eê] )?(?:ainda )?(?:se )?lembra|voc[eê] sabe|tu (?:te )?lembras|te lembras|lembras-te`,
    asksLast: `${unlessAfter('sei|sabe|saber|sabemos|não|nem|importa|lá|diz|dizer|ver|e|ou|seja|tanto|cada|a|com|de|desde|em|para|por|até')}(?:(?:a|com|de|desde|em|para|por|até) )?(?:onde|aonde|quando|quem|qual|quais|quanto|o quê|que (?:horas?|dia))`,
    requests: `(?:lembre-me|me lembr[ae]|me diga|me diz|diga-me|diz-me|voc[eê] (?:sabe|lembra)|lembra) (?:d[eo] )?${portugueseWords}`,
    exclaims: 'que|como|quant[oa]s?',
    states: `(?:quando|onde|quem) ${commaUnless('ou|e|que|quando|onde|o|a|os|as')}|quando (?:(?:eu|você|ele|ela|nós|eles|elas|a gente) )?(?!quer)(?:\\p{L}+(?:ar|er|ir)(?:mos|em)?|for)|${iberianClauses}|porque (?:eu|não|já|é|era|está|estava|estou|tinha|tenho|sou|quero|queria|preciso|precisava|fazia|chovia)|quanto (?:antes|mais|menos|a)|como (?:eu )?(?:amo|adoro|gosto)|como (?:sempre|combinado|já|quiser|(?:eu )?(?:te )?(?:já )?(?:disse|falei)|você sabe)|quem sabe|que (?:pena|bom|legal|ótimo|tenha|você tenha|(?:\\p{L}+ )?(?:lind|bonit)[oa])`,
  },
  ru: {
    leads: 'а|и|но|ну|так|слушай|пожалуйста|также|можешь|можете',
    asks: `(?:(?:(?:а|и|в|во|за|из|из-за|до|с|со|к|на|о|об|от|по|про|у|для) )?(?:что|ч[её]м|чего|чему|кто|кого|кому|кем|ком|как(?:ой|ая|ое|ие|ую|ого|ому|им|их|ом)|когда|где|куда|откуда|сколько|скольких|ч(?:ей|ья|ь[её]|ьи)|котор(?:ый|ая|ое|ые|ую|ого|ом))|почему|зачем|как)(?!-)|напомни(?:те)?(?: мне)?,? ${russianWords}|скажи(?:те)?|(?:(?:ты|вы) )?(?:ещ[её] )?(?:помнишь|помните)|знаешь(?!,)|правда ли|есть ли`,
    asksLast: `${unlessAfter('знаю|знает|знаем|знать|важно|неважно|помню|равно|не|ни|понятно|ясно|сказал|сказала|скажу|решил|решила|и|или|так|во|за')}(?:(?:во|за) )?(?:когда|где|куда|откуда|кто|сколько|зачем|почему|какой|какая|какое|какие)`,
    requests: `(?:напомни(?:те)?|скажи(?:те)?|помнишь|помните|знаешь|знаете)(?: мне)?,? ${russianWords}`,
    exclaims: 'как(?:ой|ая|ое|ие)?|что за|сколько',
    states: `(?:когда|где|куда|кто|что|как) ${commaUnless('что|чтобы|котор\\p{L}*|как|когда|где|куда|если|кто|и|или|а|но')}|как (?:жаль|хорошо|здорово|красиво|всегда|обычно|договаривались|скажешь|хочешь|раз|только|будто|(?:же )?я (?:люблю|рад\\p{L}*|скучаю|устал\\p{L}*))|чем (?:\\p{L}+ее|\\p{L}+ше)|что (?:ж|касается|бы)|кто (?:его )?знает`,
  },
  ar: {
    leads: 'طيب|لكن|بس',
    // "ما" also negates, and "من" also means "from".
    asks: '[وف]?(?:(?:عن|في|مع|على|إلى|الى|منذ|من|حتى) )?(?:هل|ماذا|متى|[أا]ين|لماذا|كيف|[أا]يّ?ة?|كم|بكم|لمن|بماذا|عمّ?|وين|ايش|إيش|شو|ليش|[إا]مت[ىا])|[وف]?من (?:هو|هي|الذي|التي|كان|كانت|قال|قرر|يكون|سيكون|اللي)|[وف]?ما (?:هو|هي|هذا|هذه|الذي|ال\\p{L}+|اسم|رقم|موعد|عنوان|لون|سعر|ثمن|كلمة|نوع|سبب|رأي\\p{L}*)|ذكّ?رني (?!ب?[أا]ن(?!\\p{L}))|[أا]خبرني|قل لي|[أا]?تذكر(?:ين)?',
    asksLast: `${unlessAfter('[أا]عرف|[أا]دري|[أا]علم|يهم|نعرف|ندري|تعرف|و|من|إلى|الى|منذ|في')}(?:(?:من|إلى|الى|منذ|في) )?(?:متى|[أا]ين|وين|كم|بكم|ليش|شو|[إا]مت[ىا])`,
    exclaims: 'ما|كم',
    states:
      'متى ما|أي (?:شيء|شي|وقت)|ما (?:زال\\p{L}*|زلت|زلنا|دام|عندي|عندنا|لي|في|شاء)|من (?:ال\\p{L}+|هنا|هناك)|كم (?:[أان]حب\\p{L}*|[أان]شتاق|[اأ]شتق\\p{L}+|[أان]كره|[أان]تمنى|[أا]ود|يسعدني|(?:هو |هي |كان |كانت )?(?:جميل|رائع|لذيذ|مرهق|سعيد)\\p{L}*)',
  },
  zh: {
    isSpaceless: true,
    leads: '那|那么|嗯|请|麻烦|对了|还有|你能|能不能|可以',
    // "几个" after what was done means "some", and so does "过几天".
    asks: '.{0,60}(?:什么|啥|谁|哪(?!怕)|怎么|怎样|如何|为何|何时|多少|多久|多大|(?<!好)几(?:点|号|月|岁)|(?<!了|过|好|这|那|前|后|隔|再|十|我有|们有)几(?:个|次|天)(?!前|后|以后|之后)|(?:星期|周)几|是不是|有没有|能不能|要不要|是否|记不记得|(?<!我|我们|咱们)还记得)|.{1,60}(?:吗|(?<![这那])么)\\p{P}*$|(?:那.{1,6}|.{0,8}的.{1,4}|你们?|您|他们?|她们?|它|(?![下吃睡开上看听做忙等玩写想学走跑洗打说读画买坐站躺笑哭在还早好正]).{2})呢\\p{P}*$|请?告诉我(?!一声)',
  },
  ja: {
    isSpaceless: true,
    leads: 'ねえ|あの|では|じゃあ|それで|えっと|すみません',
    asks: `.{0,60}${japaneseWords}.{0,40}(?:か|かな|っけ|の|た|だ|です|る)[。\\s]*$|.{0,60}(?:は|って|が|を|に|で|から|、|^)${japaneseWords}(?:時|日|曜日|月|年|人|個|番|歳|階|分|番線|番地)?(?:から|まで|に|へ|で)?[。\\s]*$|.{1,80}(?:です|ます|でした|ました|ません|でしょう|だろう)か[。\\s]*$|.{1,80}っけ[。\\s]*$|.{1,80}(?:教えて|思い出して|思い出させて)(?:ください|くれ|下さい|ほしい)?[。\\s]*$|(?!.*(?:を|まだ|よく|今でも|[私僕俺])).{1,40}覚えて(?:い?る|い?ます)[。\\s]*$`,
  },
}
