// What a message does, told from its words, in English, French and German: it asks, it asks about the past, it decides.
// Cues add to a rank and never decide alone what is found.

const any = (...patterns: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

const questionWords = any(
  'what|when|where|which|who|whom|whose|why|how|did|do|does|is|are|was|were|have|has|had|can|could|should|would|will|remind me|tell me',
  "qu['’]est-ce|est-ce|quand|où|quel|quelle|quels|quelles|qui|pourquoi|comment|combien|que|rappelle-moi|dis-moi",
  'was|wann|wo|welche[rsn]?|wer|wen|warum|wie|haben|hast|habe|erinner mich',
)

/** Whether a text is a question and little else: one sentence or two, ended by a question mark or begun by a question's word. */
export function isQuestion(text: string): boolean {
  const words = text.trim()
  if (words.length > 240 || words.includes('\n')) return false
  if (words.endsWith('?')) return true
  return words.length < 120 && questionWords.exec(words)?.index === 0 && !/[.!]\s+\S/.test(words)
}

const pastWords = any(
  '(?:did|have|had|was|were|do) (?:we|i|you)|(?:we|i) (?:say|said|decide|decided|talk about|agree)|remember|remind me|last (?:week|month|time|year)|yesterday',
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

const oneself = any('i|my|me|mine|we|our|us', 'je|j|mon|ma|mes|moi|nous|notre|nos|on', 'ich|mein\\p{L}*|mir|mich|wir|unser\\p{L}*|uns')

/** Whether a query is about the one who asks. */
export function asksAboutOneself(query: string): boolean {
  return oneself.test(query)
}
