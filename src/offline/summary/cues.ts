import { foldText, toTopicStems } from '../words.ts'

/** The lists of a day summary, in the order of its template. */
export type OfflineListName = 'goals' | 'decisions' | 'openLoops' | 'nextSteps'

// All patterns match folded text, which is in lower case, without accents, and with plain apostrophes. There is one line per language:
// English, French, German, Spanish.

const undecidedCues = combinePatterns(
  /\b(haven't|have not|hasn't|not yet|never|nothing( has been)?|undecided|can't) ?(\w+ ){0,3}decided?\b/,
  /\b(pas|rien) (encore |ete )?(vraiment )?decide/,
  /\bnoch (nicht|nichts) (entschieden|beschlossen)/,
  /\b(no|aun no|todavia no) (hemos|he|se ha) decidido/,
)

const decisionCues = combinePatterns(
  /\b(we|i|they)( have|'ve|'d|'re)? ?(just|finally|both|all|already|now)? ?(decided|agreed|settled|chose|picked|opted)\b|\bdecided (to|on|that|against|for)\b|\b(let's|lets|let us) (go (with|for)|use|take|pick|choose|keep|make it|book|stick|switch|settle|say)\b|\b(we|i)('ll| will) (go (with|for)|take|use|stick|choose|keep)\b|\bgoing with\b|\bit's (settled|decided)\b|\b(decision|agreed|decided):/,
  /\b(on a|j'ai|nous avons|c'est|ils ont) (finalement |enfin )?(decide|choisi|convenu|retenu|tranche)|\bon (part sur|prend|choisit|garde|retient|opte)\b|\bje (prends|choisis|garde)\b|\bdecision ?:/,
  /\b(beschlossen|entschieden|vereinbart|geeinigt)\b|\b(wir|ich) (nehmen?|bleiben? bei|entscheiden? uns)\b|\bmachen wir so\b|\bentscheidung:/,
  /\b(hemos|he|se ha) (decidido|acordado|elegido)\b|\b(decidimos|acordamos|elegimos)\b|\b(nos quedamos|me quedo|vamos) con\b|\bdecision:/,
)

const openLoopCues = combinePatterns(
  /\bstill (need|have|has|waiting|to|must|missing|unclear|open|don't|haven't|no)\b|\bwaiting (for|on|to hear)\b|\bto-?do\b|\b(i|we|you)('ve)? (need|have got|have|got|ought|must|should) (to )?(ask|check|find out|figure|clarify|decide|call|send|pay|book|renew|reply|answer|finish|fix|get back|remember|look)\b|\bi (need|have) to\b|\bnot (sure|decided) (yet|whether|if|which)\b|\b(haven't|hasn't) \w+( \w+){0,4} yet\b|\bopen question\b|\bremind me\b|\bdon't (let me )?forget\b|\bpending\b/,
  /\b(il|y) (me |nous )?(faut|reste)\b|\b(je|on|nous) (dois|doit|devons) (encore )?\w+|\b(en attente|pas encore|a faire)\b|\b(j'attends|on attend|nous attendons)\b|\brappelle-moi\b|\bn'oubli/,
  /\b(ich muss|wir mussen|muss ich|mussen wir) (noch )?|\bnoch (nicht|offen|zu klaren)\b|\bwarten? (noch )?auf\b|\bsteht noch aus\b|\bzu erledigen\b|\berinner(e)? mich\b|\bnicht vergessen\b/,
  /\b(tengo|tenemos) que\b|\bhay que\b|\b(falta|pendiente|pendientes)\b|\b(espero|esperando|esperamos) (a|la|el|una|respuesta)\b|\b(todavia|aun) no\b|\brecuerdame\b/,
)

const nextStepCues = combinePatterns(
  /\b(i|we)('ll| will|'m going to|'re going to| am going to| are going to)\b|\bnext steps?\b|\b(tomorrow|tonight|next (week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this (weekend|evening|afternoon)|(on|by) (monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b.*\b(i|we|let's)\b|\b(i|we|let's)\b.*\b(tomorrow|tonight|next (week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this weekend|by (monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/,
  /\b(je vais|on va|nous allons)\b|\bprochaines? etapes?\b|\b(demain|ce soir|ce week-end|la semaine prochaine|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b.*\b(je|j'|on|nous)|\b(je|j'|on|nous)\b.*\b(demain|ce soir|la semaine prochaine)\b/,
  /\b(ich werde|wir werden)\b|\bnachste[rn]? schritte?\b|\b(morgen|heute abend|nachste woche|am (montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag))\b.*\b(ich|wir)\b|\b(ich|wir)\b.*\b(morgen|nachste woche)\b/,
  /\b(voy|vamos) a\b|\bproximos? pasos?\b|\b(manana|esta noche|la semana que viene|la proxima semana)\b/,
)

const goalCues = combinePatterns(
  /\b(i|we)('d| would)? (really |also |just )?(want|like to|love to|hope to|plan to|aim|intend|wish)\b|\b(my|our|the) (goal|aim|plan|objective|target)s? (is|are|for)\b|\bgoal:|\b(i'm|we're|i am|we are) (trying|planning|hoping|aiming) to\b/,
  /\b(je veux|je voudrais|j'aimerais|on veut|on voudrait|on aimerait|nous voulons|j'espere)\b|\b(mon|notre|l') ?(but|objectif)\b/,
  /\b(ich will|ich mochte|wir wollen|wir mochten|ich plane|wir planen|ich hoffe)\b|\b(mein|unser|das) ziel\b/,
  /\b(quiero|queremos|quisiera|me gustaria|nos gustaria)\b|\b(mi|nuestro|el) objetivo\b/,
)

const completionCues = combinePatterns(
  /\b(done|finished|sorted|settled|solved|fixed|paid|sent|booked|called|signed|ordered|bought|renewed)\b/,
  /\b(c'est (fait|regle|bon)|j'ai (fait|paye|envoye|reserve|appele|achete|signe|fini))\b/,
  /\b(erledigt|fertig|bezahlt|geschickt|gebucht|angerufen|bestellt|gekauft)\b/,
  /\b(hecho|listo|terminado|pagado|enviado|reservado|comprado)\b/,
)

/** The number of characters of a sentence to scan. */
const maxReadLength = 1_000

function combinePatterns(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

/** Returns the list to which a sentence belongs by its cues, or undefined for questions and sentences without cues. */
export function classifySentence(sentence: string): OfflineListName | undefined {
  const folded = foldText(sentence.slice(0, maxReadLength))
  if (/\?\s*$/.test(sentence) || toTopicStems(sentence).length === 0) return undefined
  if (undecidedCues.test(folded)) return 'openLoops'
  if (decisionCues.test(folded)) return 'decisions'
  if (openLoopCues.test(folded)) return 'openLoops'
  if (nextStepCues.test(folded)) return 'nextSteps'
  return goalCues.test(folded) ? 'goals' : undefined
}

/** Whether a sentence reports that something is done. */
export function isCompletion(sentence: string): boolean {
  const folded = foldText(sentence.slice(0, maxReadLength))
  return completionCues.test(folded) && !openLoopCues.test(folded) && !nextStepCues.test(folded)
}
