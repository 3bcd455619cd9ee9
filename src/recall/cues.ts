// What a message does, told from its words, in English, French and German: it asks, it asks about the past, it decides.
// Cues add to a rank and never decide alone what is found.

const any = (...patterns: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

const questionWords = any(
  'what|when|where|which|who|whom|whose|why|how|did|do|does|is|are|was|were|have|has|had|can|could|should|would|will|remind me|tell me',
  "qu['’]est-ce|est-ce|quand|où|quel|quelle|quels|quelles|qui|pourquoi|comment|combien|que|rappelle-moi|dis-moi",
  'was|wann|wo|welche[rsn]?|wer|wen|warum|wie|haben|hast|habe|erinner mich',
)

/** Whether a text is a question and little else: ended by a question mark after no more than a greeting, or begun by a question's word. */
export function isQuestion(text: string): boolean {
  const words = text.trim()
  if (words.length > 240 || words.includes('\n')) return false
  const beginsAsOne = questionWords.exec(words)?.index === 0
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

const pastWords = any(
  '(?:did|have|had|was|were) (?:we|i|you)|do (?:we|you) (?:remember|recall|know)|(?:we|i) (?:say|said|decide|decided|talk about|agree)|remember|remind me|last (?:week|month|time|year)|yesterday',
  "(?:on|j|nous|tu) ?['’]?(?:a|as|ai|avons|avait|avais|avions)|avons-nous|ai-je|souviens|rappelle|dernière|dernier|hier",
  '(?:haben|hatten) wir|(?:habe|hatte) ich|erinner|letzte[rsn]?|gestern',
)

/** Whether a text asks what was said or decided: it holds the words of the answer without being one. */
export function asksAboutPast(text: string): boolean {
  return isQuestion(text) && pastWords.test(text)
}

const decisionAsked = any(
  'decide[ds]?|deciding|decisions?|agreed?|agree on|cho(?:se|ose|sen)|settled?(?: on)?|conclusions?|conclude[ds]?',
  'décid\\p{L}*|décisions?|decide|choisi\\p{L}*|convenu\\p{L}*|conclusions?',
  'entschieden|entscheidung(?:en)?|entscheiden|beschlossen|beschlüsse|vereinbart|geeinigt',
)

/** Whether a query looks for decisions. */
export function asksForDecisions(query: string): boolean {
  return decisionAsked.test(query)
}

const decisionMade = any(
  "decided|decision is|it['’]s decided|(?:it['’]s|that['’]s|all) settled|settled on|agreed|(?:let['’]s|we['’]ll|i['’]ll|we|i) (?:go|take|pick|choose) (?:with|for)?|going with|go with|went with|we['’]ll take|i['’]ll take|we['’]re taking|we chose|i chose|we picked|i picked|final (?:answer|choice|decision)|it['’]s a deal|booked|signed|we won['’]t|i won['’]t",
  "décidé\\p{L}*|c['’]est décidé|on prend|je prends|on part (?:sur|pour)|on choisit|je choisis|choisi|on garde|va pour|c['’]est réglé|convenu|réservé\\p{L}*|signé\\p{L}*|c['’]est d['’]accord",
  'entschieden|beschlossen|wir nehmen|ich nehme|abgemacht|vereinbart|geeinigt|gebucht|unterschrieben|wir bleiben bei',
)

/** Whether a text says a decision. A question does not. */
export function soundsLikeDecision(text: string): boolean {
  return !isQuestion(text) && decisionMade.test(text)
}

const oneself = any(
  'i|my|me|mine|we|our|us',
  "je|j|mon|ma|mes|moi|nous|notre|nos|qu['’]on",
  'ich|mein\\p{L}*|mir|mich|wir|unser\\p{L}*|uns',
)

const saidByYou = any(
  "you(?:['’]d|['’]ve| had| have)? (?:said|suggested|recommended|told|gave|given|proposed|advised|wrote|written|explained|listed)|did you (?:say|suggest|recommend|tell|give|propose|advise|write|explain|list)|your (?:advice|suggestions?|recommendations?|answers?)",
  "(?:tu|vous) (?:m['’]|nous )?(?:as|avais|avez|aviez) (?:dit|proposé|recommandé|conseillé|écrit|expliqué)|(?:ton|votre) conseil",
  '(?:hast|hattest) du|du .{0,40}(?:gesagt|empfohlen|vorgeschlagen|geschrieben|erklärt)|dein(?:e[nr]?)? (?:rat|vorschlag|empfehlung|antwort)',
)

/** Whether a text is about the one who says it; of a query, whether its answer is theirs too and not what the other one said. */
export function isAboutOneself(text: string): boolean {
  return oneself.test(text) && !saidByYou.test(text)
}

const timeAsked = any(
  'when|what (?:date|day|year|month|time)|how long|since when',
  'quand|quel(?:le)? (?:date|jour|année|mois|heure)|depuis (?:quand|combien)|combien de temps',
  'wann|seit wann|wie lange|welche[sn]? (?:datum|tag|jahr|monat)',
)

/** Whether a query asks when something was. */
export function asksForTime(query: string): boolean {
  return timeAsked.test(query)
}

const timeTold = any(
  'yesterday|today|tonight|tomorrow|(?:last|next|this|past) (?:night|week(?:end)?|month|year|summer|winter|spring|fall|\\p{L}+day)|ago|since|week(?:end)?s?|months?|years?|mon(?:day)?|tues(?:day)?|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\\d\\d',
  "hier|aujourd['’]hui|demain|dernière?|prochaine?|il y a|depuis|semaines?|mois|années?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
  'gestern|heute|morgen|letzte[rsn]?|nächste[rsn]?|vor|seit|wochen?|monate?n?|jahre?n?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|mai|juni|juli|oktober|dezember',
)

/** Whether a text says when something was or will be. */
export function tellsTime(text: string): boolean {
  return timeTold.test(text)
}
