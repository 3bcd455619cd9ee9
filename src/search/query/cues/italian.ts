import { patternOfWeekdays } from '../../../core/dates/vocabulary.ts'
import type { IntentCues } from './cues.ts'

export const italian: IntentCues = {
  pastQuestion:
    '(?:ho|hai|abbiamo|avevo|avevamo|avevi) \\p{L}+[dt]o|(?:cosa|dove|quando|chi|come) (?:ho|hai|abbiamo)|ricord\\p{L}+|(?:settimana|volta|estate) scorsa|(?:mese|anno) scorso|ultima volta|ieri',
  decisionQuestion: 'decis[oaie]|decision[ei]|decider\\p{L}*|accord[oi]|concordato|scelt[oaie]|conclusion[ei]',
  decisionStatement:
    "deciso|(?:abbiamo|ho) (?:concordato|scelto|optato per|prenotato|firmato)|ci siamo accordati|siamo rimasti|scegliamo|scelgo|vada per|affare fatto|d['’]accordo allora|decisione finale",
  choiceStatement:
    'restiamo (?:su|con(?! (?:i nonni|i bambini|te|lui|lei|loro|mi[ao]|fame)(?!\\p{L})))|prendiamo (?:il|la|lo|quell\\p{L}*)(?! (?:sole|fresco|caffè|ombrello|raffreddore|tempo|pioggia|aperitivo)(?!\\p{L}))|andiamo per(?! (?:mare|funghi|negozi|strada|ordine|gradi)(?!\\p{L}))',
  habit:
    'spesso|sempre|di solito|a volte|ogni (?:giorno|mattina|sera|settimana|volta|anno)|tutti i giorni|tutte le (?:mattine|sere|settimane)',
  speaker:
    '(?:la|della|alla|una) mia|mi[oe]|miei|mia (?:madre|mamma|sorella|moglie|figlia|zia|nonna)|(?<!\\d )mi|noi|nostr[oaie]|ho|avevo|abbiamo|avevamo|sono|vorrei|\\p{L}{2,}iamo',
  assistantStatement:
    '(?:mi |ci )?(?:hai|avevi) (?:detto|suggerito|consigliato|raccomandato|proposto|spiegato|scritto|dato|promesso|offerto|menzionato|annotato)|volevi|(?:tuo|tua|tuoi|tue) (?:consigli[o]?|suggeriment[oi]|raccomandazion[ei]|rispost[ae]|propost[ae]|promess[ae])',
  severalQuestion:
    "quali|(?:fai|fammi|dammi|mostrami|scrivi) (?:una|un|la|l['’]) ?(?:lista|elenco)|elenca\\p{L}*|tutt[ie](?! (?:i giorni|i mesi|gli anni))|entramb[ie]|riassum\\p{L}+|in (?:che|quale) ordine|che tipi",
  timeQuestion: 'quando|(?:che|quale) (?:data|giorno|anno|mese)|che ora|a che ora|da quando|da quanto|quanto tempo',
  timeStatement: `${patternOfWeekdays('it')}|ieri|oggi|domani|stasera|stamattina|scors[oaie]|prossim[oaie]|(?:giorn[oi]|settiman[ae]|mes[ei]|ann[oi]) fa|settiman[ae]|mesi|anni|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre`,
  amountQuestion:
    "quant[oaie](?! tempo)|(?:che|quale) (?:prezzo|cifra|importo|budget|tariffa|totale|numero)|qual è (?:il prezzo|la cifra|l['’]importo|il budget|la tariffa|il totale|l['’]affitto)",
  amountWord:
    'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|venti|trenta|quaranta|cinquanta|cento|mille|mila|milioni|dozzina|euro|dollari',
}
