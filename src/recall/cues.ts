// What a message does, told from its words, in English, French and German: it asks, it asks about the past, it decides.
// Cues add to a rank and never decide alone what is found.
import { anyOf, shortWeekdays, weekdays } from '../core/dates/words.ts'

type Language = 'en' | 'fr' | 'de'

/** A pattern for what tells a cue, in any of the languages, from the beginning of a word to the end of one. */
function cueOf({ en, fr, de }: Readonly<Record<Language, string>>): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${en}|${fr}|${de})(?![\\p{L}\\p{N}])`, 'iu')
}

/** The same, of the whole text at its beginning only: looked for no further. */
const atBeginning = ({ source, flags }: RegExp): RegExp => new RegExp(`^${source}`, flags)

/** What is taken without a choice, after the verb: "let's take a look", "on prend le temps", "nehmen wir an". */
const unlessNoChoice: Readonly<Record<Language, string>> = {
  en: '(?! (?:(?:an?|another|my|our|some|the)? ?(?:\\p{L}+er |quick |short )?(?:look|break|nap|walk|shower|bath|rest|moment|minute|time|care|notes?|turns|part|pictures?|photos?)|(?:it|things) (?:slow|easy|from)|your word|into|you|him|her|them|us|me)(?!\\p{L}))',
  fr: "(?! (?:une? (?:verre|café|thé|pause|douche|bain|moment|photo|peu)|(?:le|mon|notre|du) temps|du recul|(?:soin|note|froid|peur|plaisir)|l['’]air|des (?:photos|nouvelles)|ça (?:mal|bien))(?!\\p{L}))",
  de: '(?! (?:an(?=[.,!]|$| dass)|am|teil|(?:(?:mir|uns|eine?n?|kurz|die|den) )*(?:(?:aus)?zeit|pause|bad|dusche|abschied|rücksicht|moment))(?!\\p{L}))',
}

const ours = "(?:let['’]?s|we['’]ll|we will|i['’]ll|i will)(?: just| then)?"
const day = anyOf(weekdays)

const made = {
  en: [
    "decided|decision is|it['’]s decided|(?:it['’]s|that['’]s|all) settled|settled on|agreed|final (?:answer|choice|decision)|it['’]s a deal|booked|signed|we won['’]t|i won['’]t",
    `(?:${ours}|we|i) go (?:with|for(?! an? ))|${ours} (?:stick with|opt for)|going with|went with|we chose|i chose|we picked|i picked`,
    `(?:${ours} take|we['’]re taking)${unlessNoChoice.en}|${ours} (?:choose|pick(?! (?:[\\p{L}'’]+ ){0,3}up))|(?:let['’]?s|we['’]ll|we will) use`,
    `${ours} (?:do|make it|say) (?:on )?(?:${day}|\\d+(?::\\d\\d(?: ?[ap]m)?| ?[ap]m)|(?:the \\p{L}+|this|that) one)`,
  ],
  fr: [
    "décidé\\p{L}*|c['’]est décidé|on choisit|je choisis|choisi|on garde|va pour|c['’]est réglé|convenu|réservé\\p{L}*|signé\\p{L}*|c['’]est d['’]accord",
    `(?:on prend|je prends|prenons|on va prendre|je vais prendre)${unlessNoChoice.fr}`,
    "(?:on part|je pars|partons) (?:sur|pour)|(?:on opte|j['’]opte|optons) pour|on reste sur|restons sur",
    `(?:on fait|faisons|on dit|disons) (?:ça )?(?:le )?(?:${day}|\\d+ ?h)`,
  ],
  de: [
    'entschieden|beschlossen|abgemacht|vereinbart|geeinigt|gebucht|unterschrieben|(?:wir entscheiden uns|ich entscheide mich) für',
    '(?:wir bleiben|bleiben wir|ich bleibe|es bleibt) bei|wir wählen|ich wähle',
    `(?:wir nehmen|nehmen wir|ich nehme|nehme ich)${unlessNoChoice.de}`,
    'lasst? uns (?:(?!zeit|pause|abschied|rücksicht)[^.!?\\n]){1,40} nehmen',
    `(?:wir machen|machen wir|sagen wir) (?:es |das )?(?:am )?${day}|lasst? uns (?:es |das )?(?:am )?${day} (?:machen|nehmen|treffen)`,
  ],
} satisfies Record<Language, readonly string[]>

/** What tells each cue. */
const cues = {
  question: atBeginning(
    cueOf({
      en: 'what|when|where|which|who|whom|whose|why|how|did|do|does|is|are|was|were|have|has|had|can|could|should|would|will|remind me|tell me',
      fr: "qu['’]est-ce|est-ce|quand|où|quel|quelle|quels|quelles|qui|pourquoi|comment|combien|que|rappelle-moi|dis-moi",
      de: 'was|wann|wo|welche[rsn]?|wer|wen|warum|wie|haben|hast|habe|erinner mich',
    }),
  ),
  past: cueOf({
    en: '(?:did|have|had|was|were) (?:we|i|you)|do (?:we|you) (?:remember|recall|know)|(?:we|i) (?:say|said|decide|decided|talk about|agree)|remember|remind me|last (?:week|month|time|year)|yesterday',
    fr: "(?:on|j|nous|tu) ?['’]?(?:a|as|ai|avons|avait|avais|avions)|avons-nous|ai-je|souviens|rappelle|dernière|dernier|hier",
    de: '(?:haben|hatten) wir|(?:habe|hatte) ich|erinner|letzte[rsn]?|gestern',
  }),
  // What others decided to do is a topic: "Ann's decision to move".
  decisionAsked: cueOf({
    en: "decide[ds]?|deciding|(?<!['’]s |(?<!\\p{L})(?:her|his|their) )decisions?|decisions?(?! to )|agreed?|agree on|cho(?:se|ose|sen)|settled?(?: on)?|conclusions?|conclude[ds]?",
    fr: 'décid\\p{L}*|décisions?|decide|choisi\\p{L}*|convenu\\p{L}*|conclusions?',
    de: 'entschieden|entscheidung(?:en)?|entscheiden|beschlossen|beschlüsse|vereinbart|geeinigt',
  }),
  decisionMade: cueOf({ en: made.en.join('|'), fr: made.fr.join('|'), de: made.de.join('|') }),
  oneself: cueOf({
    en: 'i|my|me|mine|we|our|us',
    fr: "je|j|mon|ma|mes|moi|nous|notre|nos|qu['’]on",
    de: 'ich|mein\\p{L}*|mir|mich|wir|unser\\p{L}*|uns',
  }),
  saidByYou: cueOf({
    en: "you(?:['’]d|['’]ve| had| have)? (?:said|suggested|recommended|told|gave|given|proposed|advised|wrote|written|explained|listed)|did you (?:say|suggest|recommend|tell|give|propose|advise|write|explain|list)|your (?:advice|suggestions?|recommendations?|answers?)",
    fr: "(?:tu|vous) (?:m['’]|nous )?(?:as|avais|avez|aviez) (?:dit|proposé|recommandé|conseillé|écrit|expliqué)|(?:ton|votre) conseil",
    de: '(?:hast|hattest) du|du .{0,40}(?:gesagt|empfohlen|vorgeschlagen|geschrieben|erklärt)|dein(?:e[nr]?)? (?:rat|vorschlag|empfehlung|antwort)',
  }),
  timeAsked: cueOf({
    en: 'when|(?:what|which) (?:date|day|year|month|time)|how long|since when',
    fr: 'quand|quel(?:le)? (?:date|jour|année|mois|heure)|depuis (?:quand|combien)|combien de temps',
    de: 'wann|seit wann|wie lange|welche[sn]? (?:datum|tag|jahr|monat)',
  }),
  // Short weekdays only where they can be nothing else: "mon anniversaire", "the sun".
  timeTold: cueOf({
    en: `${day}|(?:on|last|next|this|since|until|by) ${anyOf(shortWeekdays)}|yesterday|today|tonight|tomorrow|(?:last|next|this|past) (?:night|week(?:end)?|month|year|summer|winter|spring|fall)|ago|since|week(?:end)?s?|months?|years?|january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\\d\\d`,
    fr: "hier|aujourd['’]hui|demain|dernière?|prochaine?|il y a|depuis|semaines?|mois|années?|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    de: 'gestern|heute|morgen|letzte[rsn]?|nächste[rsn]?|vor|seit|wochen?|monate?n?|jahre?n?|januar|februar|märz|mai|juni|juli|oktober|dezember',
  }),
}

/** Whether a text is a question and little else: ended by a question mark after no more than a greeting, or begun by a question's word. */
export function isQuestion(text: string): boolean {
  const words = text.trim()
  if (words.length > 240 || words.includes('\n')) return false
  const beginsAsOne = cues.question.exec(words)?.index === 0
  if (words.endsWith('?')) return !saysSomethingFirst(words) && (beginsAsOne || words.split(/\s+/).length <= shortQuestion)
  return words.length < 120 && beginsAsOne && !/[.!]\s+\S/.test(words)
}

/** "I adopted a dog. Any advice?" says something before it asks. */
function saysSomethingFirst(text: string): boolean {
  const sentences = text.match(/[^.!?…]+[.!?…]+/g) ?? []
  return sentences.some((sentence) => !sentence.endsWith('?') && sentence.trim().split(/\s+/).length > greetingWords)
}

const greetingWords = 3
/** Words of a question that need not begin like one. "I moved to Lyon last week, can you help me find a doctor there?" says where. */
const shortQuestion = 12

/** Whether a text asks what was said or decided: it holds the words of the answer without being one. */
export const asksAboutPast = (text: string): boolean => isQuestion(text) && cues.past.test(text)

/** Whether a query looks for decisions. */
export const asksForDecisions = (query: string): boolean => cues.decisionAsked.test(query)

/** Whether a text says a decision. A question does not. */
export const soundsLikeDecision = (text: string): boolean => !isQuestion(text) && cues.decisionMade.test(text)

/** In capitals, among words that are not: the country, and not those who speak. */
const country = /(?<![\p{L}\p{N}])US(?![\p{L}\p{N}])/gu

/** Whether the one who says a text comes up in it. */
export const speaksOfOneself = (text: string): boolean => cues.oneself.test(/\p{Ll}/u.test(text) ? text.replace(country, ' ') : text)

/** Whether a text is about the one who says it; of a query, whether its answer is theirs too and not what the other one said. */
export const isAboutOneself = (text: string): boolean => speaksOfOneself(text) && !cues.saidByYou.test(text)

/** Whether a query asks when something was. */
export const asksForTime = (query: string): boolean => cues.timeAsked.test(query)

/** Whether a text says when something was or will be. */
export const tellsTime = (text: string): boolean => cues.timeTold.test(text)
