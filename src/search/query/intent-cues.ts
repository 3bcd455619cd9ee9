// Intent cues in English, French and German: signs that a text asks something, asks about the past, or states a decision. Cues affect the
// ranking, but never decide alone what is found.
import { patternOfWeekdays, shortWeekdayPattern } from '../../core/dates/vocabulary.ts'

type CueLanguage = 'en' | 'fr' | 'de'

/** Builds a pattern that matches whole words in any of the languages. */
function buildCuePattern({ en, fr, de }: Readonly<Record<CueLanguage, string>>): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${en}|${fr}|${de})(?![\\p{L}\\p{N}])`, 'iu')
}

/** Anchors a pattern at the start of the text, so that it is not tried at later positions. */
const anchorAtStart = ({ source, flags }: RegExp): RegExp => new RegExp(`^${source}`, flags)

/** Idioms in which the verb does not express a choice: "let's take a look", "on prend le temps", "nehmen wir an". */
const exceptIdioms: Readonly<Record<CueLanguage, string>> = {
  en: '(?! (?:(?:an?|another|my|our|some|the)? ?(?:\\p{L}+er |quick |short )?(?:look|break|nap|walk|shower|bath|rest|moment|minute|time|care|notes?|turns|part|pictures?|photos?)|(?:it|things) (?:slow|easy|from)|your word|into|you|him|her|them|us|me)(?!\\p{L}))',
  fr: "(?! (?:une? (?:verre|café|thé|pause|douche|bain|moment|photo|peu)|(?:le|mon|notre|du) temps|du recul|(?:soin|note|froid|peur|plaisir)|l['’]air|des (?:photos|nouvelles)|ça (?:mal|bien))(?!\\p{L}))",
  de: '(?! (?:an(?=[.,!]|$| dass)|am|teil|(?:(?:mir|uns|eine?n?|kurz|die|den) )*(?:(?:aus)?zeit|pause|bad|dusche|abschied|rücksicht|moment))(?!\\p{L}))',
}

const commitmentPrefix = "(?:let['’]?s|we['’]ll|we will|i['’]ll|i will)(?: just| then)?"
const weekdayPattern = patternOfWeekdays('en', 'fr', 'de')

const decisionPhrases = {
  en: [
    "decided|decision is|it['’]s decided|(?:it['’]s|that['’]s|all) settled|settled on|agreed|final (?:answer|choice|decision)|it['’]s a deal|booked|signed|we won['’]t|i won['’]t",
    `(?:${commitmentPrefix}|we|i) go (?:with|for(?! an? ))|${commitmentPrefix} (?:stick with|opt for)|going with|went with|we chose|i chose|we picked|i picked`,
    `(?:${commitmentPrefix} take|we['’]re taking)${exceptIdioms.en}|${commitmentPrefix} (?:choose|pick(?! (?:[\\p{L}'’]+ ){0,3}up))|(?:let['’]?s|we['’]ll|we will) use`,
    `${commitmentPrefix} (?:do|make it|say) (?:on )?(?:${weekdayPattern}|\\d+(?::\\d\\d(?: ?[ap]m)?| ?[ap]m)|(?:the \\p{L}+|this|that) one)`,
  ],
  fr: [
    "décidé\\p{L}*|c['’]est décidé|on choisit|je choisis|choisi|on garde|va pour|c['’]est réglé|convenu|réservé\\p{L}*|signé\\p{L}*|c['’]est d['’]accord",
    `(?:on prend|je prends|prenons|on va prendre|je vais prendre)${exceptIdioms.fr}`,
    "(?:on part|je pars|partons) (?:sur|pour)|(?:on opte|j['’]opte|optons) pour|on reste sur|restons sur",
    `(?:on fait|faisons|on dit|disons) (?:ça )?(?:le )?(?:${weekdayPattern}|\\d+ ?h)`,
  ],
  de: [
    'entschieden|beschlossen|abgemacht|vereinbart|geeinigt|gebucht|unterschrieben|(?:wir entscheiden uns|ich entscheide mich) für',
    '(?:wir bleiben|bleiben wir|ich bleibe|es bleibt) bei|wir wählen|ich wähle',
    `(?:wir nehmen|nehmen wir|ich nehme|nehme ich)${exceptIdioms.de}`,
    'lasst? uns (?:(?!zeit|pause|abschied|rücksicht)[^.!?\\n]){1,40} nehmen',
    `(?:wir machen|machen wir|sagen wir) (?:es |das )?(?:am )?${weekdayPattern}|lasst? uns (?:es |das )?(?:am )?${weekdayPattern} (?:machen|nehmen|treffen)`,
  ],
} satisfies Record<CueLanguage, readonly string[]>

/** A noun that looks like a plural. Verbs such as "was" and nouns such as "bus" and "class" do not. */
const pluralPattern = '(?!(?:was|has|does|gas)(?!\\p{L}))\\p{L}*[^\\P{L}siu]s|people|children|(?:wo)?men'
/** "Which of", or "which" and a plural. If words stand between them, a plural verb must follow: "which key opens" is about one key. */
const whichSeveral = `which (?:of|${pluralPattern}|(?:\\p{L}+ ){1,2}(?:${pluralPattern}) (?:do|did|have|had|are|were|can|could|should|would|will))`

/** Requests to list things, unlike a list that somebody has: "my shopping list", "ma liste", "die Liste". */
const askToList: Readonly<Record<CueLanguage, string>> = {
  en: '(?<=(?:^|[.,:;!?])\\s*)list|(?:please|you|to|and|now|(?:give|make|show|send|write) (?:me|us) (?:an?|the)) list',
  fr: 'list(?:er|ez)|liste (?:les|des|nos|mes|tout)|(?:donne|fais|montre|écris)(?:-moi|-nous)? (?:une|la) liste',
  de: 'auflist\\p{L}*|(?<=^\\s*)liste .{0,80}auf|(?:gib|mach|zeig|schreib)\\p{L}* (?:mir|uns) (?:eine|die) liste',
}

const cuePatterns = {
  question: anchorAtStart(
    buildCuePattern({
      en: 'what|when|where|which|who|whom|whose|why|how|did|do|does|is|are|was|were|have|has|had|can|could|should|would|will|remind me|tell me',
      fr: "qu['’]est-ce|est-ce|quand|où|quel|quelle|quels|quelles|qui|pourquoi|comment|combien|que|rappelle-moi|dis-moi",
      de: 'was|wann|wo|welche[rsn]?|wer|wen|warum|wie|haben|hast|habe|erinner mich',
    }),
  ),
  pastQuestion: buildCuePattern({
    en: '(?:did|have|had|was|were) (?:we|i|you)|do (?:we|you) (?:remember|recall|know)|(?:we|i) (?:say|said|decide|decided|talk about|agree)|remember|remind me|last (?:week|month|time|year)|yesterday',
    fr: "(?:on|j|nous|tu) ?['’]?(?:a|as|ai|avons|avait|avais|avions)|avons-nous|ai-je|souviens|rappelle|dernière|dernier|hier",
    de: '(?:haben|hatten) wir|(?:habe|hatte) ich|erinner|letzte[rsn]?|gestern',
  }),
  // Someone else's decision is a topic, not a cue: "Ann's decision to move".
  decisionQuestion: buildCuePattern({
    en: "decide[ds]?|deciding|(?<!['’]s |(?<!\\p{L})(?:her|his|their) )decisions?|decisions?(?! to )|agreed?|agree on|cho(?:se|ose|sen)|settled?(?: on)?|conclusions?|conclude[ds]?",
    fr: 'décid\\p{L}*|décisions?|decide|choisi\\p{L}*|convenu\\p{L}*|conclusions?',
    de: 'entschieden|entscheidung(?:en)?|entscheiden|beschlossen|beschlüsse|vereinbart|geeinigt',
  }),
  decisionStatement: buildCuePattern({
    en: decisionPhrases.en.join('|'),
    fr: decisionPhrases.fr.join('|'),
    de: decisionPhrases.de.join('|'),
  }),
  speaker: buildCuePattern({
    en: 'i|my|me|mine|we|our|us',
    fr: "je|j|mon|ma|mes|moi|nous|notre|nos|qu['’]on",
    de: 'ich|mein\\p{L}*|mir|mich|wir|unser\\p{L}*|uns',
  }),
  assistantStatement: buildCuePattern({
    en: "you(?:['’]d|['’]ve| had| have)? (?:said|suggested|recommended|told|gave|given|proposed|advised|wrote|written|explained|listed|promised|offered|mentioned|warned|noted|(?:wanted|meant|were going) to)|did you (?:say|suggest|recommend|tell|give|propose|advise|write|explain|list|promise|offer|mention|warn|note|(?:want|mean) to)|your (?:advice|suggestions?|recommendations?|answers?|promises?|offers?|notes?)",
    fr: "(?:tu|vous) (?:m['’]|nous )?(?:as|avais|avez|aviez) (?:dit|proposé|recommandé|conseillé|écrit|expliqué)|(?:ton|votre) conseil",
    de: '(?:hast|hattest) du|du .{0,40}(?:gesagt|empfohlen|vorgeschlagen|geschrieben|erklärt)|dein(?:e[nr]?)? (?:rat|vorschlag|empfehlung|antwort)',
  }),
  severalQuestion: buildCuePattern({
    en: `${whichSeveral}|${askToList.en}|(?<!(?<!\\p{L})(?:at|after|above|first of) )all|both|summari[sz]e|summary|in (?:which|what) order|what (?:kinds|types|sorts) of`,
    fr: `quels|quelles|lesquels|lesquelles|${askToList.fr}|tous(?! les (?:jours|mois|ans|soirs|matins))|toutes|les deux|résume[rsz]?|résumé|dans quel ordre`,
    de: `welche|${askToList.de}|alle|allen|beide[nrs]?|fass\\p{L}* .{0,80}zusammen|zusammenfass\\p{L}*|in welcher reihenfolge|welche arten`,
  }),
  timeQuestion: buildCuePattern({
    en: 'when|(?:what|which) (?:date|day|year|month|time)|how long|since when',
    fr: 'quand|quel(?:le)? (?:date|jour|année|mois|heure)|depuis (?:quand|combien)|combien de temps',
    de: 'wann|seit wann|wie lange|welche[sn]? (?:datum|tag|jahr|monat)',
  }),
  // Abbreviated weekdays count only where they are unambiguous, unlike "mon" in "mon anniversaire" and "sun" in "the sun".
  timeStatement: buildCuePattern({
    en: `${weekdayPattern}|(?:on|last|next|this|since|until|by) ${shortWeekdayPattern}|yesterday|today|tonight|tomorrow|(?:last|next|this|past) (?:night|week(?:end)?|month|year|summer|winter|spring|fall)|ago|since|week(?:end)?s?|months?|years?|january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\\d\\d`,
    fr: "hier|aujourd['’]hui|demain|dernière?|prochaine?|il y a|depuis|semaines?|mois|années?|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    de: 'gestern|heute|morgen|letzte[rsn]?|nächste[rsn]?|vor|seit|wochen?|monate?n?|jahre?n?|januar|februar|märz|mai|juni|juli|oktober|dezember',
  }),
}

/**
 * Returns whether a text is mainly a question: it starts like one, or it ends with a question mark and states nothing beyond a greeting.
 */
export function isQuestion(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed.length > 240 || trimmed.includes('\n')) return false
  const startsAsQuestion = cuePatterns.question.exec(trimmed)?.index === 0
  if (trimmed.endsWith('?'))
    return !hasLeadingStatement(trimmed) && (startsAsQuestion || trimmed.split(/\s+/).length <= maxShortQuestionWords)
  return trimmed.length < 120 && startsAsQuestion && !/[.!]\s+\S/.test(trimmed)
}

/** Returns whether a statement comes before the question, as in "I adopted a dog. Any advice?". */
function hasLeadingStatement(text: string): boolean {
  const sentences = text.match(/[^.!?…]+[.!?…]+/g) ?? []
  return sentences.some((sentence) => !sentence.endsWith('?') && sentence.trim().split(/\s+/).length > maxGreetingWords)
}

const maxGreetingWords = 3
/**
 * The maximum number of words in a question that does not start like one. A longer one also states something: "I moved to Lyon last week,
 * can you help me find a doctor there?".
 */
const maxShortQuestionWords = 12

/** Returns whether a text asks what was said or decided. Such a text has the words of the answer, but is not the answer. */
export const asksAboutPast = (text: string): boolean => isQuestion(text) && cuePatterns.pastQuestion.test(text)

/** Returns whether a query asks for decisions. */
export const asksForDecisions = (query: string): boolean => cuePatterns.decisionQuestion.test(query)

/** Returns whether a text states a decision. A question never does. */
export const soundsLikeDecision = (text: string): boolean => !isQuestion(text) && cuePatterns.decisionStatement.test(text)

/** Matches "US" in capitals. In a text that has lower-case letters, it is the country, not the pronoun. */
const countryPattern = /(?<![\p{L}\p{N}])US(?![\p{L}\p{N}])/gu

/** Returns whether a text mentions its own author. */
export const mentionsSpeaker = (text: string): boolean =>
  cuePatterns.speaker.test(/\p{Ll}/u.test(text) ? text.replace(countryPattern, ' ') : text)

/** Returns whether a text is about its own author. The answer to such a query is what the user said, not what the assistant said. */
export const isAboutSpeaker = (text: string): boolean => mentionsSpeaker(text) && !cuePatterns.assistantStatement.test(text)

/** Returns whether a query asks for several things: "which museums", "list", "all", "both", "in which order", "summarize". */
export const asksForSeveral = (query: string): boolean => cuePatterns.severalQuestion.test(query)

/** Returns whether a query asks when something happened. */
export const asksForTime = (query: string): boolean => cuePatterns.timeQuestion.test(query)

/** Returns whether a text says when something happened or will happen. */
export const mentionsTime = (text: string): boolean => cuePatterns.timeStatement.test(text)

/** Small talk, in the languages whose questions the search understands. A message that contains nothing else is not searched for. */
const smallTalk: ReadonlySet<string> = new Set(
  [
    'ok okay yes yeah yep no nope sure fine good great nice cool perfect right well thanks thank thx you very much so hi hello hey there morning evening night bye see later please sorry wow haha lol hmm hm aha and',
    'oui ouais non merci beaucoup bien sûr parfait super génial salut bonjour bonsoir coucou bonne nuit pardon désolé accord au revoir à plus tard',
    'ja nein doch danke vielen dank schön bitte gut super prima klar genau stimmt hallo guten morgen abend tag nacht tschüss bis später',
    'sí vale gracias muchas hola buenos buenas días tardes noches claro perfecto genial adiós hasta luego',
    'sì va bene grazie mille ciao buongiorno buonasera buonanotte certo perfetto fantastico prego a dopo domani',
    'sim não obrigado obrigada muito valeu olá oi bom boa dia tarde noite tchau certo perfeito até logo',
    'да нет ага спасибо большое пожалуйста привет здравствуйте добрый доброе день вечер утро пока хорошо ладно отлично понятно',
    'نعم لا شكرا جزيلا مرحبا أهلا صباح مساء الخير حسنا تمام طيب ممتاز',
    '好 好的 是 是的 谢谢 你好 您好 早上好 晚安 再见 嗯 对 不 不客气',
    'はい いいえ ありがとう ありがとうございます こんにちは おはよう おはようございます こんばんは おやすみ 了解 了解です うん',
  ].flatMap((words) => words.split(' ')),
)

/** Whether a message says anything to search for: it is neither small talk nor a command. */
export function isWorthSearching(text: string): boolean {
  // Some mistyped commands arrive as ordinary messages.
  if (/^\s*\/[a-z_]+(?:@\w+)?(?:\s|$)/i.test(text)) return false
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.some((word) => !smallTalk.has(word) && (word.length > 2 || /\P{ASCII}/u.test(word)))
}
