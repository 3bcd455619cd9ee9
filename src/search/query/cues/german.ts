import { patternOfWeekdays } from '../../../core/dates/vocabulary.ts'
import type { IntentCues } from './cues.ts'

const weekdays = patternOfWeekdays('de')

/** Idioms in which the verb does not express a choice: "nehmen wir an". */
const exceptIdioms =
  '(?! (?:[^.!?]{1,60} mit(?=[.!]|$)|[^.!?]{0,60}(?:ab|zu|tabletten?|schirm|jacke)(?=[.!]|$)|an(?=[.,!]|$| dass)|am|teil|(?:(?:mir|uns|eine?n?|kurz|die|den) )*(?:(?:aus)?zeit|pause|bad|dusche|abschied|rücksicht|moment))(?!\\p{L}))'

const choicePhrases = [
  `(?:wir nehmen|nehmen wir|ich nehme|nehme ich)${exceptIdioms}`,
  '(?:wir bleiben|bleiben wir|ich bleibe|es bleibt) bei(?! (?:mir|dir|uns|euch|ihm|ihr|ihnen|mein\\p{L}*|oma|opa|mama|papa|den kindern|freunden)(?!\\p{L}))',
]

const decisionPhrases = [
  'entschieden|beschlossen|abgemacht|vereinbart|geeinigt|gebucht|unterschrieben|(?:wir entscheiden uns|ich entscheide mich) für',
  'wir wählen|ich wähle',
  'lasst? uns (?:(?!zeit|pause|abschied|rücksicht)[^.!?\\n]){1,40} nehmen',
  `(?:wir machen|machen wir|sagen wir) (?:es |das )?(?:am )?${weekdays}|lasst? uns (?:es |das )?(?:am )?${weekdays} (?:machen|nehmen|treffen)`,
]

/** Requests to list things, unlike a list that somebody has: "die Liste". */
const askToList = 'auflist\\p{L}*|(?<=^\\s*)liste .{0,80}auf|(?:gib|mach|zeig|schreib)\\p{L}* (?:mir|uns) (?:eine|die) liste'

export const german: IntentCues = {
  pastQuestion: '(?:haben|hatten) wir|(?:habe|hatte) ich|erinner|letzte[rsn]?|gestern',
  decisionQuestion: 'entschieden|entscheidung(?:en)?|entscheiden|beschlossen|beschlüsse|vereinbart|geeinigt',
  decisionStatement: decisionPhrases.join('|'),
  choiceStatement: choicePhrases.join('|'),
  habit: 'oft|öfter|meistens|immer|normalerweise|manchmal|gewöhnlich|jede[nsr]? (?:tag|morgen|abend|woche|mal|jahr)|täglich',
  speaker: 'ich|mein(?:e[mnrs]?)?|mir|mich|wir|unser\\p{L}*|uns',
  assistantStatement:
    '(?:hast|hattest) du|du .{0,40}(?:gesagt|empfohlen|vorgeschlagen|geschrieben|erklärt|versprochen|angeboten|erwähnt|notiert)|wolltest du|du wolltest|dein(?:e[nr]?)? (?:rat|vorschlag|empfehlung|antwort|versprechen|angebot)',
  severalQuestion: `welche|${askToList}|alle|allen|beide[nrs]?|fass\\p{L}* .{0,80}zusammen|zusammenfass\\p{L}*|in welcher reihenfolge|welche arten`,
  timeQuestion: 'wann|seit wann|wie lange|welche[sn]? (?:datum|tag|jahr|monat)',
  timeStatement: `${weekdays}|gestern|heute|morgen|letzte[rsn]?|nächste[rsn]?|vor|seit|wochen?|monate?n?|jahre?n?|januar|februar|märz|mai|juni|juli|oktober|dezember`,
  amountQuestion:
    'wie ?viele?|welche[rsn]? (?:preis|betrag|summe|budget|miete|gehalt|anzahl)|was (?:kostet|kosten|kostete|kosteten|zahlen|bezahlen|zahle|bezahle|zahlten|bezahlten)|wie (?:hoch|teuer) (?:ist|war|sind|waren)',
  amountWord:
    'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|millionen?|dutzend|prozent|euro|dollar|cent',
}
