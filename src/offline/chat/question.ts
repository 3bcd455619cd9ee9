import { detectLanguage, foldText, type OfflineLanguage, toTopicStems } from '../words.ts'

/** What is requested: a section of the day summaries, the whole day, or anything that matches the words. */
export type QuestionFocus = 'decisions' | 'open' | 'goals' | 'summary' | 'anything'

export interface Question {
  readonly text: string
  readonly language: OfflineLanguage
  readonly focus: QuestionFocus
}

// All patterns match folded text, which is in lower case without accents.

const questionMark = /[?？؟]["'”»)\]]*(\s|$)/

const leadPattern = /^(?:(?:so|and|but|ok|okay|hey|please|et|mais|alors|dis|und|aber|also|sag mal|bitte)[,\s]+)*/

/** Questions without a question mark, and requests to look something up. */
const questionPatterns: readonly RegExp[] = [
  /^(what|when|where|who|which|why|how)('s|'d|'re)? ?(is|are|was|were|did|do|does|have|has|had|will|would|should|can|could|many|much|long|often|about)\b/,
  /^(what|which) \p{L}+ (is|are|was|were|did|do|does|have|has|had)\b/u,
  /^(did|have|had|do|are|is|was|were) (we|i|you|there)\b/,
  /^(find|search|look up|show me|list|recall|summari[sz]e|recap)\b/,
  /\b(remind me|tell me|do you (remember|know|recall)|i (forgot|wonder)) (again )?(what|when|where|who|which|why|how|if|whether|of|about)\b/,
  /^(qu'|que (?!du)|quoi|quand|qui|quels?\b|quelles?\b|combien|pourquoi|comment|est-ce|a quelle|de quoi|avons-nous|a-t-on|avait-on|ou (est|en|avons|a|se|sont)\b)/,
  /^(cherche|trouve|montre|resume|recapitule)/,
  /\b(rappelle|redis|dis)[- ]moi (ce|quand|ou|qui|quel|quelle|combien|pourquoi|comment|de quoi)\b/,
  /^(was|wann|wo|wer|wen|wem|wie|welche[nrms]?|warum|wieso|woruber|wovon|wohin) (?!gesagt)/,
  /^(haben|hatten|hat|hatte|habe) (wir|ich|du|sie|er)\b/,
  /^(such|suche|finde|zeig|zeige|fass|fasse)\b/,
  /\b(erinner\w* mich|sag mir|wei(ss|ß)t du)( daran| noch)?,? (was|wann|wo|wer|wie|welche\w*|warum|ob|woruber)\b/,
]

/** A section name with few other words, used in place of a question: "decisions last week". */
const sectionAlonePatterns: readonly RegExp[] = [
  /^((the|our|my|all|any|main|latest) )*(decisions|goals|open loops|next steps|to-?dos|summary)( (of|from|for|about|on|in|since|so far|made|taken|last|past|this|yesterday|today)\b[^:]{0,80})?$/,
  /^((les|nos|mes|toutes|principales) )*(decisions|objectifs|prochaines etapes|points en suspens|resume)( (d'|de|du|des|prises?|pour|sur|en|depuis|la semaine|cette semaine|ce mois|hier|aujourd)[^:]{0,80})?$/,
  /^((die|unsere|meine|alle|wichtigsten) )*(entscheidungen|beschlusse|ziele|offenen? punkte|nachsten? schritte|zusammenfassung)( (von|vom|der|des|aus|zu|zum|zur|fur|uber|seit|letzte|diese|gestern|heute)[^:]{0,80})?$/,
]

/** A statement that mentions a section is not a question. */
const statementPattern = /\b(is|are|was|were|will|has|have|had|need|needs|est|sont|etait|etaient|ist|sind|war|waren)\b/

const smallTalkPattern =
  /^(hi|hello|hey|yo|good (morning|evening|afternoon)|how are you( doing)?( today)?|how's it going|what's up|bonjour|salut|coucou|bonsoir|(comment )?ca va( bien)?|comment (vas[- ]tu|allez[- ]vous)|hallo|moin|servus|guten (tag|morgen|abend)|wie geht('s| es dir| es ihnen)?)( there| you| everyone)?$/

const focusPatterns: readonly (readonly [QuestionFocus, RegExp])[] = [
  [
    'decisions',
    /\b(decid|decision|agreed?\b|settled?\b|conclu|chosen?\b|convenu|choisi|tranche|entschied|entscheid|beschloss|beschlu|vereinbart|ausgemacht|geeinigt)/,
  ],
  [
    'open',
    /\b(open loops?|still open|left to do|to-?dos?\b|pending|outstanding|unfinished|next steps?|promised?\b|en suspens|reste.{0,8} a faire|prochaines? etapes?|promis\b|offene?n? |noch offen|zu erledigen|noch zu tun|nachsten? schritte?|versprochen)/,
  ],
  ['goals', /\b(goals?|objectifs?|ziele?n?)\b/],
  [
    'summary',
    /\b(summar|recap|what happened|what was going on|(talk|chat|spoke|speak)(ed|ing)? (about|of)|discuss(ed)?\b|resum|recapitul|(avons|a-t-on|ai|on a|as).{0,12} (parle|discute|fait)\b|s'est[- ](il )?passe|zusammenfass|fasse?\b.{0,40}zusammen|gesprochen|geredet|besprochen|passiert)/,
  ],
]

/** Returns the question in a message, or undefined if it asks nothing that the conversation could answer. */
export function parseQuestion(text: string): Question | undefined {
  const folded = foldText(text).replace(/\s+/g, ' ').trim()
  if (isGreeting(text) || !isQuestion(folded)) return undefined
  return { text, language: detectLanguage(text), focus: detectFocus(folded, text) }
}

/** Whether a text is only a greeting: "Hi, how are you?" */
export function isGreeting(text: string): boolean {
  const parts = foldText(text)
    .split(/[.!?,;\n]+/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
  return parts.length > 0 && parts.length < 6 && parts.every((part) => smallTalkPattern.test(part))
}

const abilitiesPattern =
  /\b(what (can|do) you do|what are you|who are you|how do you work|how does this work|que (peux-tu|pouvez-vous) faire|que sais-tu faire|(qui|qu') ?(es-tu|etes-vous)|comment ca marche|was kannst du|wer bist du|was bist du|wie funktioniert)\b/

/** Whether a text asks about the bot itself. */
export const asksAboutBot = (text: string): boolean => abilitiesPattern.test(foldText(text))

/** Whether a text is little more than thanks. */
export const isThanks = (text: string): boolean =>
  text.length < 60 && /^\W*(thanks|thank you|many thanks|thx|merci|danke|vielen dank)\b[^?]*$/.test(foldText(text))

/** Whether a text mentions a decision. */
export function mentionsDecision(text: string): boolean {
  return /\b(decid|decision|agreed\b|let's (go|take|use|do|stick)|we('ll| will) (go|take|use|do)|settled on|convenu|on (prend|part sur|choisit|garde)|entschied|entscheid|beschloss|beschlu|wir nehmen|vereinbart|geeinigt)/.test(
    foldText(text),
  )
}

/** A name at the beginning: "Hey Throughline, …". */
const addressPattern = /^\s*(hi|hello|hey|bonjour|salut|hallo|moin)\s+\p{L}+\s*[,!:]/u

/** Words that are frequent in questions about the past, whatever the topic. */
const fillerPattern =
  /\b(thanks?|cheers|main|key|important|finally|actually|really|exactly|ma[dk]e|making|took|taken?|came|come|merci|finalement|vraiment|principales?|importantes?|prises?|pris|prendre|prenions|danke|eigentlich|genau|wichtig\w*|getroffen|trafen|gefallt|gefasst|gemacht)\b/g

/** Returns the words of a question that carry its topic. Leaves out words that name the kind of thing requested. */
export function extractTopicStems(question: Question): readonly string[] {
  let topic = foldText(question.text).replace(/\d{4}-\d{2}-\d{2}/g, ' ')
  topic = topic.replace(addressPattern, '').replace(fillerPattern, ' ')
  for (const [, pattern] of focusPatterns) topic = topic.replace(new RegExp(`${pattern.source}\\p{L}*`, 'gu'), ' ')
  return toTopicStems(topic)
}

function isQuestion(folded: string): boolean {
  if (questionMark.test(folded)) return true
  const withoutLead = folded.replace(/[.!…]+$/, '').replace(leadPattern, '')
  if (!statementPattern.test(withoutLead) && sectionAlonePatterns.some((pattern) => pattern.test(withoutLead))) return true
  const sentences = folded.split(/(?<=[.!;:])\s+/).slice(0, 40)
  return sentences.some((sentence) =>
    questionPatterns.some((pattern) => pattern.test(sentence.replace(/^[^\p{L}]+/u, '').replace(leadPattern, ''))),
  )
}

function detectFocus(folded: string, text: string): QuestionFocus {
  const focus = focusPatterns.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'anything'
  // "What did we discuss about the boiler?" asks about the boiler, not about the day.
  const hasTopic = focus === 'summary' && extractTopicStems({ text, language: 'en', focus }).length > 0
  return hasTopic ? 'anything' : focus
}
