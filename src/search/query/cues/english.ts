import { patternOfWeekdays, shortWeekdayPattern } from '../../../core/dates/vocabulary.ts'
import type { IntentCues } from './cues.ts'

const weekdays = patternOfWeekdays('en')

/** Idioms in which the verb does not express a choice: "let's take a look". */
const exceptIdioms =
  '(?! (?:(?:an?|another|my|our|some|the)? ?(?:\\p{L}+er |quick |short )?(?:look|break|nap|walk|shower|bath|rest|moment|minute|time|care|notes?|turns|part|pictures?|photos?)|(?:it|things) (?:slow|easy|from)|your word|into|you|him|her|them|us|me)(?!\\p{L}))'

const commitmentPrefix = "(?:let['’]?s|we['’]ll|we will|i['’]ll|i will)(?: just| then)?"

/** Whom somebody goes with: "I went with my sister". */
const exceptPersons =
  '(?! (?:(?:my|his|her|their) (?!plan|idea|choice|suggestion|proposal)|(?:him|her|them|you|me|us|friends|a friend|the (?:kids|children|boys|girls|dogs?|family|flow))(?!\\p{L})))'

const choicePhrases = [
  `(?:(?:${commitmentPrefix}|we|i) go with|going with|went with)${exceptPersons}|(?:${commitmentPrefix}|we|i) go for(?! an? )|${commitmentPrefix} (?:stick with|opt for)`,
  `(?:${commitmentPrefix} take|we['’]re taking)${exceptIdioms}|(?:let['’]?s|we['’]ll|we will) use`,
]

const decisionPhrases = [
  "decided|decision is|it['’]s decided|(?:it['’]s|that['’]s|all) settled|settled on|agreed|final (?:answer|choice|decision)|it['’]s a deal|booked|signed|we won['’]t|i won['’]t|we chose|i chose|we picked|i picked",
  `${commitmentPrefix} (?:choose|pick(?! (?:[\\p{L}'’]+ ){0,3}up))`,
  `${commitmentPrefix} (?:do|make it|say) (?:on )?(?:${weekdays}|\\d+(?::\\d\\d(?: ?[ap]m)?| ?[ap]m)|(?:the \\p{L}+|this|that) one)`,
]

/** A noun that looks like a plural. Verbs such as "was" and nouns such as "bus" and "class" do not. */
const pluralPattern = '(?!(?:was|has|does|gas)(?!\\p{L}))\\p{L}*[^\\P{L}siu]s|people|children|(?:wo)?men'
/** "Which of", or "which" and a plural. If words stand between them, a plural verb must follow: "which key opens" is about one key. */
const whichSeveral = `which (?:of|${pluralPattern}|(?:\\p{L}+ ){1,2}(?:${pluralPattern}) (?:do|did|have|had|are|were|can|could|should|would|will))`

/** Requests to list things, unlike a list that somebody has: "my shopping list". */
const askToList = '(?<=(?:^|[.,:;!?])\\s*)list|(?:please|you|to|and|now|(?:give|make|show|send|write) (?:me|us) (?:an?|the)) list'

export const english: IntentCues = {
  pastQuestion:
    '(?:did|have|had|was|were) (?:we|i|you)|do (?:we|you) (?:remember|recall|know)|(?:we|i) (?:say|said|decide|decided|talk about|agree)|remember|remind me|last (?:week|month|time|year)|yesterday',
  // Someone else's decision is a topic, not a cue: "Ann's decision to move".
  decisionQuestion:
    "decide[ds]?|deciding|(?<!['’]s |(?<!\\p{L})(?:her|his|their) )decisions?|decisions?(?! to )|agreed?|agree on|cho(?:se|ose|sen)|settled?(?: on)?|conclusions?|conclude[ds]?",
  decisionStatement: decisionPhrases.join('|'),
  choiceStatement: choicePhrases.join('|'),
  habit: 'often|usually|always|sometimes|normally|mostly|every (?:day|morning|evening|night|week|time|year)',
  speaker: 'i|my|me|mine|we|our|us',
  assistantStatement:
    "you(?:['’]d|['’]ve| had| have)? (?:said|suggested|recommended|told|gave|given|proposed|advised|wrote|written|explained|listed|promised|offered|mentioned|warned|noted|(?:wanted|meant|were going) to)|did you (?:say|suggest|recommend|tell|give|propose|advise|write|explain|list|promise|offer|mention|warn|note|(?:want|mean) to)|your (?:advice|suggestions?|recommendations?|answers?|promises?|offers?|notes?)",
  severalQuestion: `${whichSeveral}|${askToList}|(?<!(?<!\\p{L})(?:at|after|above|first of) )all|both|summari[sz]e|summary|in (?:which|what) order|what (?:kinds|types|sorts) of`,
  timeQuestion: 'when|(?:what|which) (?:date|day|year|month|time)|how long|since when',
  // Abbreviated weekdays count only where they are unambiguous, unlike "sun" in "the sun".
  timeStatement: `${weekdays}|(?:on|last|next|this|since|until|by) ${shortWeekdayPattern}|yesterday|today|tonight|tomorrow|(?:last|next|this|past) (?:night|week(?:end)?|month|year|summer|winter|spring|fall)|ago|since|week(?:end)?s?|months?|years?|january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\\d\\d`,
  amountQuestion:
    "how (?:much|many)|(?:what|which) (?:price|costs?|amount|number|rate|fees?|budget|total|rent|salary|deposit)|what (?:do|did|does|will|would|should) (?:we|i|you|they|he|she|it|the \\p{L}+) (?:pay|cost|charge|earn|owe|spend)|what (?:is|was|are|were|['’]s) the (?:price|costs?|amount|rate|fees?|budget|total|rent|salary|deposit)",
  amountWord:
    'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|million|dozen|twice|percent|euros?|dollars?|pounds|bucks|cents?',
}
