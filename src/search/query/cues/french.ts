import { patternOfWeekdays } from '../../../core/dates/vocabulary.ts'
import type { IntentCues } from './cues.ts'

const weekdays = patternOfWeekdays('fr')

/** Idioms in which the verb does not express a choice: "on prend le temps". */
const exceptIdioms =
  "(?! (?:une? (?:verre|café|thé|pause|douche|bain|moment|photo|peu)|(?:le|mon|notre|du) temps|du recul|(?:soin|note|froid|peur|plaisir)|l['’]air|(?:mon|ma|mes|ton|ta|notre|nos) \\p{L}+|un parapluie|des (?:photos|nouvelles)|ça (?:mal|bien))(?!\\p{L}))"

const choicePhrases = [
  `(?:on prend|je prends|prenons|on va prendre|je vais prendre)${exceptIdioms}`,
  "on garde(?! (?:les (?:enfants|petits)|le (?:chien|chat|sourire|contact|moral)|espoir|l['’]espoir|son calme)(?!\\p{L}))",
]

const decisionPhrases = [
  "décidé\\p{L}*|c['’]est décidé|on choisit|je choisis|choisi|(?<!ça )va pour|c['’]est réglé|convenu|réservé\\p{L}*|signé\\p{L}*|c['’]est d['’]accord",
  "(?:on part|je pars|partons) (?:sur|pour)|(?:on opte|j['’]opte|optons) pour|on reste sur|restons sur",
  `(?:on fait|faisons|on dit|disons) (?:ça )?(?:le )?(?:${weekdays}|\\d+ ?h)`,
]

/** Requests to list things, unlike a list that somebody has: "ma liste". */
const askToList = 'list(?:er|ez)|liste (?:les|des|nos|mes|tout)|(?:donne|fais|montre|écris)(?:-moi|-nous)? (?:une|la) liste'

export const french: IntentCues = {
  pastQuestion: "(?:on|j|nous|tu) ?['’]?(?:a|as|ai|avons|avait|avais|avions)|avons-nous|ai-je|souviens|rappelle|dernière|dernier|hier",
  decisionQuestion: 'décid\\p{L}*|décisions?|decide|choisi\\p{L}*|convenu\\p{L}*|conclusions?',
  decisionStatement: decisionPhrases.join('|'),
  choiceStatement: choicePhrases.join('|'),
  habit: "souvent|toujours|d[’']habitude|parfois|en général|chaque (?:jour|matin|soir|semaine|fois|année)|tous les (?:jours|matins|soirs)",
  speaker: "je|j|mon|ma|mes|moi|nous|notre|nos|qu['’]on",
  assistantStatement:
    "(?:tu|vous) (?:m['’]|nous )?(?:as|avais|avez|aviez) (?:dit|proposé|recommandé|conseillé|écrit|expliqué|promis|offert|mentionné|noté|voulu)|(?:tu voulais|vous vouliez)|(?:ton|ta|votre) (?:conseil|promesse|offre|proposition)",
  severalQuestion: `quels|quelles|lesquels|lesquelles|${askToList}|tous(?! les (?:jours|mois|ans|soirs|matins))|toutes|les deux|résume[rsz]?|résumé|dans quel ordre`,
  timeQuestion: 'quand|quel(?:le)? (?:date|jour|année|mois|heure)|depuis (?:quand|combien)|combien de temps',
  timeStatement: `${weekdays}|hier|aujourd['’]hui|demain|dernière?|prochaine?|il y a|depuis|semaines?|mois|années?|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre`,
  amountQuestion:
    'combien(?! de temps)|quel(?:le)?s? (?:prix|montant|tarif|coût|budget|total|nombre|loyer|salaire|somme)|quel(?:le)? (?:est|était) (?:le|la) (?:prix|montant|tarif|coût|budget|total|nombre|loyer|salaire|somme)',
  amountWord:
    'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|quarante|cinquante|soixante|cents?|mille|millions?|douzaine|euros?|dollars?',
}
