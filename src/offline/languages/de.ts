import type { LanguageCues } from './cues.ts'
import { thingPattern } from './thing-pattern.ts'

export const german: LanguageCues = {
  functionWords: `hallo moin servus guten danke aber alle alles als also am an auch auf aus bei bin bis bitte da das dass dein deine dem den der des die diese diesen
    dieser doch du ein eine einen einer er es fur gab gestern gesagt habe haben hat hatte hatten heute hier ich ihm ihr im in ist ja
    jetzt kann letzte letzten letzter man mal mein meine mich mir mit monat nach nicht noch nun nur ob oder ohne schon sein sich sie
    sind so tag tage tagen uber um und uns unser unsere vergangene von vor vorige wann war waren warum was weil welche welchen welcher
    welches wen wer werden wie wieso wir wird wo woche wochen woruber zu zum zur erinnere erinner sag such suche finde zeig gesprochen
    geredet besprochen passiert
    montag dienstag mittwoch donnerstag freitag samstag sonntag`,
  fillers: /\b(danke|eigentlich|genau|wichtig\w*|getroffen|trafen|gefallt|gefasst|gemacht|fass\w*)\b/,
  lookUp: /^(such|suche|finde|zeig|zeige|fass|fasse)\b/,
  sectionAlone:
    /^((die|unsere|meine|alle|wichtigsten) )*(entscheidungen|beschlusse|ziele|offenen? punkte|nachsten? schritte|zusammenfassung)( (von|vom|der|des|aus|zu|zum|zur|fur|uber|seit|letzte|diese|gestern|heute)[^:]{0,80})?$/,
  focus: {
    decisions: /\b(entschied|entscheid|beschloss|beschlu|vereinbart|ausgemacht|geeinigt)/,
    open: /\b(offene?n? |noch offen|zu erledigen|noch zu tun|nachsten? schritte?|versprochen)/,
    goals: /\bziele?n?\b/,
    summary: /\b(zusammenfass|fasse?\b.{0,40}zusammen|gesprochen|geredet|besprochen|passiert)/,
  },
  greeting: /^(hallo|moin|servus|guten (tag|morgen|abend)|wie geht('s| es dir| es ihnen)?)$/,
  properties:
    /\b(preis|kostet|kosten|farbe|name|datum|uhrzeit|nummer|grosse|adresse|art|sorte|anzahl|ort|marke|alter|hohe|breite|lange|gewicht|code|heisst|hei(ss|ß)t)\b/,
  quantities:
    /\b(wie (viel|viele|lange|alt|weit|breit|gross|hoch|oft|teuer)|wieviel|wann|um wie viel|welche[rmn]? (tag|nummer|uhrzeit|datum)|kostet|kosten|preis|nummer)\b/,
  abilities: /\b(was kannst du|wer bist du|was bist du|wie funktioniert)\b/,
  thanks: /^(danke|vielen dank)\b/,
  remember:
    /^(?:(?:merke? dir|denk daran|vergiss nicht|notiere?(?: dir)?)(?: bitte)?(?:,? (?=dass )|: ?))(?!wann\b|was\b|wie\b|wo\b|wer\b|warum\b)/,
  undecided:
    /\bnoch (nicht|nichts) (entschieden|beschlossen)|\b(mussen|muss|sollten|sollen|wollen) (wir|ich)?.{0,40}\b(entscheiden|beschliessen)\b|\bentscheiden mussen\b|\b(kann|konnen) .{0,30}nicht entscheiden\b|\bhin- und hergerissen\b/,
  decision:
    /\b(wir|ich) (haben?|hatten?) .{0,80}\b(beschlossen|entschieden|vereinbart|abgemacht|geeinigt|gebucht|zugesagt|abgesagt)\b|\b(haben|habe) (wir|ich) .{0,80}\b(beschlossen|entschieden|vereinbart|abgemacht|geeinigt|gebucht|zugesagt|abgesagt)\b|^(beschlossen|entschieden|vereinbart|abgemacht|entscheidung|es ist entschieden)\b|\b(wir|ich) (nehmen?|bleiben? bei|entscheiden? uns|entscheide mich)\b|\b(nehmen|nehme) (wir|ich) (den|die|das|ihn|sie|es|einen|eine|ein)\b|\b(dann|also) (nehmen|machen|fahren) wir\b|\bmachen wir so\b|\bentscheidung:/,
  openLoop:
    /\b(ich muss|wir mussen|muss ich|mussen wir) (noch )?|\bnoch (nicht|offen|zu klaren)\b|\bwarten? (noch )?auf\b|\bsteht noch aus\b|\bzu erledigen\b|\berinner(e)? mich\b|\bnicht vergessen\b|\b(meldet|melden) sich\b|\b(ruft|rufen) zuruck\b/,
  nextStep:
    /\b(ich werde|wir werden|werde ich|werden wir)\b|\bnachste[rn]? schritte?\b|\b(morgen|ubermorgen|heute abend|nachste woche|am wochenende|am (montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag))\b.*\b(ich|wir)\b|\b(ich|wir)\b.*\b(morgen|ubermorgen|heute abend|nachste woche|am wochenende|am (montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag))\b|\b(ich|wir) sollten? (noch )?/,
  goal: /\b(ich will|ich mochte|wir wollen|wir mochten|ich plane|wir planen|ich hoffe)\b|\b(mein|unser|das) ziel\b/,
  completion:
    /\b(erledigt|fertig|bezahlt|geschickt|gebucht|angerufen|bestellt|gekauft|unterschrieben|verschickt|abgeholt)\b|\b(habe?|haben|bin|sind) .{0,80}\b(\p{L}*ge\p{L}{3,}(t|en)|\p{L}{3,}iert|be\p{L}{3,}t|ver\p{L}{3,}t)\b/u,
  openings:
    'also|ja|okay|ok|naja|na ja|so|und|aber|hm|ach|ubrigens|übrigens|genau|klar|(?:super|toll|perfekt|gut|schön)(?=[,.!])|danke|guten morgen|morgen zusammen|hallo',

  conversation: {
    vague:
      /\b(traum\w*|weiter so|dranbleiben|bleiben? (wir )?dran|nicht aufgeben|gib nicht auf|kopf hoch|mal sehen|schauen wir mal|sehen wir dann|wir werden sehen|(mein|unser) bestes|melde mich|bis (bald|spater|dann)|viel (spass|spaß|gluck|erfolg)|wird schon|uberlege? (es|mir)|(daruber|druber) nach|hoffe,? (dass )?(du|es|sie)|sonst noch|wenn du (hilfe|fragen)|sag (mir )?bescheid|gluck wunsch\w*|drucke? (dir|euch) die daumen)\b/,
    hedges: /(?<!\p{L})(?:irgendwie|quasi|sozusagen|eigentlich)\s+/gu,
    praise:
      /\b(super|toll|klasse|prima|schon|wunderbar|perfekt|danke\w*|freut mich|gluckwunsch\w*|herrlich|lieb|suss|süß|lecker|stolz|leider|tut mir leid|gern geschehen|sehr gut|hilft|liebe)\b/,
    agreement:
      /\b(\p{L}+) (hat|haben) (\p{L}+ )?(zugestimmt|zugesagt|eingewilligt|angenommen|bestatigt)\b|\bist (damit )?einverstanden\b|\bsind (damit )?einverstanden\b|\bsagt ja\b|\bhat ja gesagt\b/u,
    proposal:
      /\bsoll(en|te|ten)? (ich|wir)\b|\b(mochtest|willst|magst) du\b|\b(mochten|wollen) sie\b|^(dann |vielleicht )?(ich (kann|konnte|wurde)|wir (konnten|sollten)|du konntest|lass uns|wie ware)\b|\bwie ware es\b|\bwarum nicht\b|\bich schlage vor\b|\bdarf ich\b/,
    offer: /\bsoll(te)? ich\b|\b(mochtest|willst|magst) du\b|\b(mochten|wollen) sie\b|\bich (kann|konnte)\b|\bdarf ich\b/,
    acceptance:
      /^(ja|jep|klar|gern|gerne|ok|okay|einverstanden|abgemacht|mach das|machen wir|tu das|gute idee|klingt gut|passt|perfekt|genau|auf jeden fall|naturlich|sehr gut|bitte|in ordnung|stimmt)\b/,
    refusal: /^(nein|ne|nee|lieber nicht|nicht (jetzt|notig|heute)|spater|danke nein|nein danke|lass (es|das)|auf keinen fall)\b/,
    request:
      /\b(kannst|konntest|wurdest|magst|willst) du\b|\b(konnen|konnten|wurden) sie\b|\b(weisst|weißt|kennst|meinst|denkst|glaubst) du\b|\bwas (meinst|denkst|haltst) du\b|\b(hast|habt) (du|ihr) (tipps|ideen|vorschlage)\b|\b(was|wie|wo|wann|warum|welche[rns]?|womit) (soll|sollte|kann|konnte|muss|ist|sind|mache?|wurde)\b|\b(soll|sollte|kann|konnte|muss) ich\b.*\?/,
    instruction: /^(bitte )?(immer|nie|niemals|ab jetzt|ab sofort|in zukunft|kunftig|jedes mal wenn|von nun an)\b/,
    self: /\b(ich|wir|mich|mir|uns|mein|meine|meinen|meinem|meiner|unser|unsere|unseren|unserem)\b/,
    listener: /\b(du|dich|dir|dein|deine|deinen|deinem|ihr|euch|euer|eure)\b/,
    day: /\b(heute|gestern|morgen|vorgestern|ubermorgen|(mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember|(nachste[rn]?|letzte[rn]?|diese[rn]?|vorige[rn]?|jede[rn]?) (woche|monat|jahr|sommer|winter|fruhling|herbst)|wochenende|vor (zwei|drei|einigen|ein paar|\d+) (tagen|wochen|monaten|jahren)|am \d{1,2}\.|bis (zum )?\d{1,2}\.|am ersten|\d{1,2} uhr|\d{1,2}:\d\d)\b|\bam \d{1,2}\./,
    numberWord:
      /\b(zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|dreissig|dreißig|vierzig|funfzig|hundert|tausend|dutzend|doppelt|halb)\b/,
    clock: /\b(um \d{1,2}|\d{1,2}:\d\d|\d{1,2} uhr|um (eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf)|mittags)\b/,
    continuation:
      /^(er|sie|es|das|die|der|dies|diese[rs]?|davon|dafur|dazu|damit|beide|alle|ihre?|seine?|dort|einer|eine|eines|der andere|die andere|insgesamt|zusammen|ausserdem|also|so|\d+)\b/,
    pointing: /\b(dies|jen)e[nmrs]?\b/,
    past: /\b(war|waren|hatte|hatten|habe|haben|hat|ging|kam|kamen|bekam|sagte|wollte|wurde|wurden|gab|fand|gestern|letzte[rnms]?|vorige[rn]?|jede[rn]?|immer)\b/,
    change:
      /\b(jetzt|nun|doch|stattdessen|statt|neu|neue[rs]?|geandert|andert|aktuell|inzwischen|mittlerweile|korrektur|update|nicht mehr|erhoht|gesenkt|verschoben)\b/,
    verbForms:
      'anrufen angerufen anzurufen ruf rufe rief, schicken schicke schick geschickt verschicken verschickt, kaufen kaufe gekauft kaufte, zahlen zahle bezahlen bezahle bezahlt gezahlt uberweisen uberwiesen, buchen buche gebucht, bestellen bestelle bestellt, schreiben schreibe geschrieben, machen mache gemacht, holen hole geholt abholen abgeholt, bringen bringe gebracht, fragen frage gefragt, nehmen nehme genommen, finden finde gefunden, sprechen spreche gesprochen, kundigen kundige gekundigt, unterschreiben unterschreibe unterschrieben, messen messe gemessen ausmessen ausgemessen, geben gebe gegeben, lesen lese gelesen, putzen putze geputzt, packen packe gepackt',
  },

  references: {
    things: thingPattern({
      determiners: 'der|die|das|den|dem|des|ein(?:e[nmrs]?)?|kein(?:e[nmrs]?)?|mein(?:e[nmrs]?)?|unser(?:e[nmrs]?)?|dies(?:e[nmrs]?)',
      adjectives: '\\p{Ll}+(?:e|en|er|es|em)',
      noun: '\\p{Lu}[\\p{L}-]+',
      notNouns: 'Tag|Tage|Woche|Monat|Jahr|Mal|Zeit|Ende|Anfang|Weg|Sache|Art|Moment|Abend|Morgen|Nacht',
    }),
    genders: {
      der: 'mf',
      die: 'fp',
      das: 'n',
      den: 'm',
      dem: 'mn',
      des: 'mn',
      ein: 'mn',
      eine: 'f',
      einen: 'm',
      einem: 'mn',
      einer: 'f',
      eines: 'mn',
      mein: 'mn',
      meine: 'fp',
      meinen: 'm',
      meinem: 'mn',
      meiner: 'f',
      unser: 'mn',
      unsere: 'fp',
      unseren: 'm',
      unserem: 'mn',
      unserer: 'f',
      dieser: 'mf',
      diese: 'fp',
      dieses: 'n',
      diesen: 'm',
      diesem: 'mn',
      kein: 'mn',
      keine: 'fp',
      keinen: 'm',
    },
    defaultGenders: 'mfn',
    definite: {},
    personVerbs:
      /^(?:,\s+d(?:er|ie)(?!\p{L})|\s+(?:sagt|sagte|will|wollte|meint|meinte|fragt|fragte|kommt|kam|schickt|schickte|schreibt|schrieb|ruft|rief|bringt|brachte|möchte|hat|hatte|kann|bietet|bot|wünscht|glaubt|denkt|findet|fand|wohnt|zieht|heiratet|liebt|mag|braucht|verlangt)(?!\p{L}))/u,
    personLead: /(?<!\p{L})(?:mit|von|für|bei|zu|frag|frage|ruf|rufe|treffe|Frau|Herr|Herrn|Onkel|Tante|Doktor|Dr\.)\s+$/u,
    relatives: {
      m: /(?<!\p{L})(?:(?:[Mm]ein(?:en|em)?|[Uu]nser(?:en|em)?)\s+(?:Vater|Bruder|Mann|Sohn|Freund|Opa|Onkel|Neffe)|Papa|Opa)(?!\p{L})/gu,
      f: /(?<!\p{L})(?:(?:[Mm]einer?|[Uu]nserer?)\s+(?:Mutter|Schwester|Frau|Tochter|Freundin|Oma|Tante|Nichte)|Mama|Oma)(?!\p{L})/gu,
    },
    pronouns: [
      { find: /(?<!\p{L})ihn(?!\p{L})/gu, genders: 'm', person: '{}', thing: 'den {noun}' },
      { find: /(?<!\p{L})ihm(?!\p{L})/gu, genders: 'm', person: '{}', thing: 'dem {noun}' },
      { find: /(?<!\p{L})[Ee]r(?=\s+\p{Ll})/gu, genders: 'm', person: '{}', thing: 'der {noun}' },
      { find: /(?<=(?:mit|von|bei|zu|muss|werde|will|soll|kann|möchte)\s)ihr(?!\p{L})/gu, genders: 'f', person: '{}', thing: 'der {noun}' },
      { find: /(?<=\p{L}\s)sie(?!\p{L})/gu, genders: 'f', person: '{}', thing: 'die {noun}' },
      {
        find: /(?<=(?:ich|wir|muss|müssen|will|wollen|werde|werden|kann|können|soll|sollen)\s)es(?!\p{L})(?!\s+(?:gibt|geht|ist|war|regnet|gut|nicht|schaffen|eilig))/gu,
        genders: 'n',
        thing: 'das {noun}',
      },
    ],
  },
}
