// Signs of a question that need no understanding, in the languages that the bot understands.

const questionMarks = '?？؟'
const endsWithMark = new RegExp(`[${questionMarks}]\\s*$`)

/** Returns whether a text ends with a question mark of any script, or begins with the Spanish one. */
export const hasQuestionMark = (text: string): boolean => endsWithMark.test(text) || /^\s*¿/.test(text)

/** Splits a text after each mark that ends a sentence. */
export const splitAtMarks = (text: string): string[] => text.match(/[^.!?…。！？؟]+[.!?…。！？؟]*/g) ?? []

/** How a language states something in words that also begin questions. */
interface StatementSigns {
  /** The words that begin an exclamation, if it ends with its mark: "what a day!". */
  readonly exclaims: string
  /** The beginning of a statement: "when I arrive". Ends at the end of a word. */
  readonly states: string
}

/** A comma before the main clause of a sentence, not before one more subordinate clause. */
const commaUnless = (conjunctions: string): string => `[^,]{1,80}, (?!(?:${conjunctions})(?!\\p{L}))\\p{L}+`

const frenchSubjects = "(?:j['’]|(?:je|tu|on|nous|vous|ils?|elles?)\\s)"
const germanVerbs = '(?:ist|sind|war|waren|ha[bt]\\p{L}*|wird|werden|wurden?|kann|können|soll\\p{L}*|muss|müssen|will|wollen|gibt|gab)'

const signsByLanguage: Readonly<Record<string, StatementSigns>> = {
  en: {
    exclaims: 'what an?|how',
    states:
      "when(?:ever)? (?:i|you|we|he|she|it|they)(?:['’]\\p{L}+)?|who(?:ever)? knows|what(?:ever)? (?:i|you|we) (?:need|want|mean|like|love)|how(?:ever| about that)",
  },
  de: {
    exclaims: 'was|wie|welch',
    states: `wie (?:gesagt|immer|üblich|besprochen|vereinbart|versprochen|erwähnt|angekündigt|schon gesagt|du wei(?:ß|ss)t|du siehst)|was (?:mich|uns|dich|das|die|den) [^,]{0,40}(?:betrifft|angeht)|w(?:er|as|o) (?!${germanVerbs}(?!\\p{L}))[^,]{1,60}, \\p{L}+t|wer wei(?:ß|ss)|w(?:ann|er|o|as) (?:auch )?immer`,
  },
  fr: {
    exclaims: 'quel(?:le)?s?|que?|comme',
    states: `quand ${frenchSubjects}(?:[^,]{1,80}, \\p{L}+|[^,]{6,80}?(?<!que|qu['’]|si|où|dont)\\s${frenchSubjects}\\p{L}+)|qu(?:e du|e de la|e des|i sait|i vivra|oi qu['’]\\p{L}+)`,
  },
  es: {
    exclaims: 'qu[eé]|c[oó]mo|cu[aá]nt[oa]s?',
    states: `(?:cuando|donde|quien) ${commaUnless('o|y|que|cuando|donde|el|la|los|las')}|cuando (?:\\p{L}+(?: \\p{L}+){0,6}) (?:me|te|le|lo|la|os|les) \\p{L}+(?:o|é|í)|como (?:ya|siempre|dije|te dije|decía|te decía|quieras|sea|si|no)|quien sabe|que (?:lástima|pena|tengas?|tengan|descanses|disfrutes|aproveche|(?:te|os|le) (?:vaya|mejores|diviertas|cuides))|qué (?:lástima|pena|va|bien|suerte|alegría)`,
  },
  it: {
    exclaims: 'che|come|quant[oaie]',
    states: `(?:quando|dove|chi) ${commaUnless('o|oppure|e|che|quando|dove|il|lo|la|i|gli|le|l|quell[oaie]')}|quando [^,]{2,60} (?:ti|vi|le|gli|lo|la|li|mi) \\p{L}+o|come (?:sempre|al solito|previsto|promesso|vuoi|sai|già|(?:ti |vi )?ho (?:già )?(?:detto|scritto|promesso))|chi sa|chissà|che (?:peccato|bello|bella|fortuna)`,
  },
  pt: {
    exclaims: 'que|como|quant[oa]s?',
    states: `(?:quando|onde|quem) ${commaUnless('ou|e|que|quando|onde|o|a|os|as')}|quando (?:(?:eu|você|ele|ela|nós|eles|elas|a gente) )?(?!quer)(?:\\p{L}+(?:ar|er|ir)(?:mos|em)?|for)|como (?:sempre|combinado|já|quiser|(?:eu )?(?:te )?(?:já )?(?:disse|falei)|você sabe)|quem sabe|que (?:pena|bom|legal|ótimo|tenha|você tenha)`,
  },
  ru: {
    exclaims: 'как(?:ой|ая|ое|ие)?|что за|сколько',
    states: `(?:когда|где|куда|кто|что|как) ${commaUnless('что|чтобы|котор\\p{L}*|как|когда|где|куда|если|кто|и|или|а|но')}|как (?:всегда|обычно|договаривались|скажешь|хочешь)|кто знает`,
  },
  ar: {
    exclaims: 'ما|كم',
    states: 'متى ما|أي (?:شيء|شي|وقت)|ما (?:زال\\p{L}*|زلت|زلنا|دام|عندي|عندنا|لي|في|شاء)|من (?:ال\\p{L}+|هنا|هناك)',
  },
}

const spacedSigns = Object.values(signsByLanguage)
const statementStart = new RegExp(
  `^\\P{L}*(?:(?:${spacedSigns.map(({ exclaims }) => exclaims).join('|')})(?!\\p{L})[^${questionMarks}]*!\\s*$|(?:${spacedSigns.map(({ states }) => states).join('|')})(?!\\p{L}))`,
  'iu',
)

/** Chinese and Japanese: words that ask within a statement, as in 什么都没有 and 何を買うか決めた. Unless the end of the text asks. */
const unspacedStatement =
  /^.*(?:没什么|没有谁|(?:什么|谁|哪里|哪儿|怎么|多少)[^，。]{0,3}[都也]|不管|无论|随便|什么的|か(?:どうか|決|わから|分から|知ら|考え|迷)|[！!]$)(?!.*[吗呢か]$)/u

/** Returns whether a text without a question mark states something, although it has the words of a question: "When I arrive, I will call". */
export const isPlainStatement = (text: string): boolean =>
  statementStart.test(text) || (/[\p{sc=Han}\p{sc=Hiragana}]/u.test(text) && unspacedStatement.test(text.replace(/[。.\s]+$/u, '')))
