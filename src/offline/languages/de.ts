import type { LanguageCues } from './cues.ts'

export const german: LanguageCues = {
  functionWords: `hallo moin servus guten danke aber alle alles als also am an auch auf aus bei bin bis bitte da das dass dein deine dem den der des die diese diesen
    dieser doch du ein eine einen einer er es fur gab gestern gesagt habe haben hat hatte hatten heute hier ich ihm ihr im in ist ja
    jetzt kann letzte letzten letzter man mal mein meine mich mir mit monat nach nicht noch nun nur ob oder ohne schon sein sich sie
    sind so tag tage tagen uber um und uns unser unsere vergangene von vor vorige wann war waren warum was weil welche welchen welcher
    welches wen wer werden wie wieso wir wird wo woche wochen woruber zu zum zur erinnere erinner sag such suche finde zeig gesprochen
    geredet besprochen passiert
    montag dienstag mittwoch donnerstag freitag samstag sonntag`,
  fillers: /\b(danke|eigentlich|genau|wichtig\w*|getroffen|trafen|gefallt|gefasst|gemacht|fass\w*)\b/,
  leads: 'und|aber|also|sag mal|bitte|auch|kannst du',
  questions: [
    /^(was|wann|wo|wer|wen|wem|wie|welche[nrms]?|warum|wieso|woruber|wovon|wohin) (?!gesagt)/,
    /^(haben|hatten|hat|hatte|habe) (wir|ich|du|sie|er)\b/,
    /^(such|suche|finde|zeig|zeige|fass|fasse)\b/,
    /\b(erinner\w* mich|sag mir|wei(ss|ß)t du)( daran| noch)?,? (was|wann|wo|wer|wie|welche\w*|warum|ob|woruber)\b/,
  ],
  sectionAlone:
    /^((die|unsere|meine|alle|wichtigsten) )*(entscheidungen|beschlusse|ziele|offenen? punkte|nachsten? schritte|zusammenfassung)( (von|vom|der|des|aus|zu|zum|zur|fur|uber|seit|letzte|diese|gestern|heute)[^:]{0,80})?$/,
  focus: {
    decisions: /\b(entschied|entscheid|beschloss|beschlu|vereinbart|ausgemacht|geeinigt)/,
    open: /\b(offene?n? |noch offen|zu erledigen|noch zu tun|nachsten? schritte?|versprochen)/,
    goals: /\bziele?n?\b/,
    summary: /\b(zusammenfass|fasse?\b.{0,40}zusammen|gesprochen|geredet|besprochen|passiert)/,
  },
  greeting: /^(hallo|moin|servus|guten (tag|morgen|abend)|wie geht('s| es dir| es ihnen)?)$/,
  abilities: /\b(was kannst du|wer bist du|was bist du|wie funktioniert)\b/,
  thanks: /^(danke|vielen dank)\b/,
  remember:
    /^(?:(?:merke? dir|denk daran|vergiss nicht|notiere?(?: dir)?)(?: bitte)?(?:,? (?=dass )|: ?))(?!wann\b|was\b|wie\b|wo\b|wer\b|warum\b)/,
  undecided: /\bnoch (nicht|nichts) (entschieden|beschlossen)/,
  decision:
    /\b(beschlossen|entschieden|vereinbart|geeinigt)\b|\b(wir|ich) (nehmen?|bleiben? bei|entscheiden? uns)\b|\bmachen wir so\b|\bentscheidung:/,
  openLoop:
    /\b(ich muss|wir mussen|muss ich|mussen wir) (noch )?|\bnoch (nicht|offen|zu klaren)\b|\bwarten? (noch )?auf\b|\bsteht noch aus\b|\bzu erledigen\b|\berinner(e)? mich\b|\bnicht vergessen\b/,
  nextStep:
    /\b(ich werde|wir werden)\b|\bnachste[rn]? schritte?\b|\b(morgen|heute abend|nachste woche|am (montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag))\b.*\b(ich|wir)\b|\b(ich|wir)\b.*\b(morgen|nachste woche)\b/,
  goal: /\b(ich will|ich mochte|wir wollen|wir mochten|ich plane|wir planen|ich hoffe)\b|\b(mein|unser|das) ziel\b/,
  completion: /\b(erledigt|fertig|bezahlt|geschickt|gebucht|angerufen|bestellt|gekauft)\b/,
  openings: 'also|ja|gut',
}
