import type { SessionCues } from './session-cues.ts'

const weekday = '(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend'
const month = '(?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)'

export const germanSession: SessionCues = {
  tasks: {
    send: 'schicken,senden,abschicken,zuschicken,verschicken,weiterleiten,mailen/schicke,schick,sende,maile,schicken//schickt,sendet,mailt/geschickt,gesendet,abgeschickt,zugeschickt,verschickt,weitergeleitet,gemailt,rausgeschickt',
    call: 'anrufen,zuruckrufen,telefonieren/rufe,ruf,rufen//ruft/angerufen,zuruckgerufen,telefoniert',
    write: 'schreiben,entwerfen/schreibe,schreib//schreibt/geschrieben,entworfen',
    pay: 'zahlen,bezahlen,uberweisen/zahle,bezahle,uberweise//zahlt,bezahlt,uberweist/gezahlt,bezahlt,uberwiesen',
    book: 'buchen,reservieren/buche,reserviere//bucht,reserviert/gebucht,reserviert',
    buy: 'kaufen,besorgen,einkaufen/kaufe,kauf,besorge//kauft,besorgt/gekauft,besorgt,eingekauft',
    order: 'bestellen/bestelle//bestellt/bestellt',
    bring: 'bringen,mitbringen,vorbeibringen,liefern/bringe,bring//bringt,liefert/gebracht,mitgebracht,vorbeigebracht,geliefert',
    ask: 'fragen,nachfragen/frage,frag//fragt/gefragt,nachgefragt',
    return: 'zuruckgeben,zuruckbringen,zuruckschicken//// zuruckgegeben,zuruckgebracht,zuruckgeschickt',
    sign: 'unterschreiben/unterschreibe//unterschreibt/unterschrieben',
    fix: 'reparieren/repariere//repariert/repariert',
    submit: 'einreichen,abgeben,hochladen/reiche,lade//reicht,ladt/eingereicht,abgegeben,hochgeladen',
    cancel: 'kundigen,absagen,stornieren/kundige,storniere,sage//kundigt/gekundigt,abgesagt,storniert',
    renew: 'verlangern/verlangere//verlangert/verlangert',
    finish: 'fertigmachen,fertig machen,fertigstellen,abschliessen,abschließen/mache//macht/fertiggestellt,abgeschlossen,fertig gemacht',
    prepare: 'vorbereiten/bereite//bereitet/vorbereitet',
    clean: 'putzen,aufraumen,waschen/putze,raume,wasche//putzt,raumt,wascht/geputzt,aufgeraumt,gewaschen',
    check: 'prufen,nachsehen,nachschauen,klaren,abklaren/prufe,schaue,klare//pruft,klart/gepruft,nachgesehen,nachgeschaut,geklart',
    reply: 'antworten,beantworten/antworte,beantworte//antwortet/geantwortet,beantwortet',
    fetch: 'abholen,holen/hole,hol//holt/abgeholt,geholt',
    print: 'ausdrucken,drucken/drucke//druckt/ausgedruckt,gedruckt',
    pack: 'packen,einpacken/packe//packt/gepackt,eingepackt',
    register: 'anmelden/melde//meldet/angemeldet',
    update: 'aktualisieren/aktualisiere//aktualisiert/aktualisiert',
    water: 'giessen,gießen/giesse,gieße//giesst,gießt/gegossen',
    measure: 'messen,ausmessen/messe//misst/gemessen,ausgemessen',
    tell: 'sagen,erzahlen,bescheid geben/sage,erzahle//sagt/gesagt,erzahlt',
    apply: 'bewerben,beantragen/bewerbe,beantrage//bewirbt,beantragt/beworben,beantragt',
    invite: 'einladen////eingeladen',
    confirm: 'bestatigen/bestatige//bestatigt/bestatigt',
    remind: 'erinnern/erinnere//erinnert/erinnert',
    translate: 'ubersetzen/ubersetze//ubersetzt/ubersetzt',
    install: 'installieren,einrichten,aufhangen/installiere,richte//installiert/installiert,eingerichtet,aufgehangt',
    arrange: 'vereinbaren,ausmachen/vereinbare//vereinbart/vereinbart,ausgemacht',
    review: 'korrekturlesen,durchlesen////korrekturgelesen,durchgelesen',
    lend: 'leihen,ausleihen/leihe//leiht/geliehen,ausgeliehen',
    bake: 'backen,kochen/backe,koche//backt,kocht/gebacken,gekocht',
  },
  capitalizesNouns: true,
  isVerbFree: true,
  duty: /\b(?:ich|wir) (?:muss|mussen|sollte|sollten)(?: (?:noch|unbedingt|mal|auch|dringend|endlich|ja|eben|schnell|nur))*(?= )|\b(?:muss|mussen) (?:ich|wir)(?: (?:noch|unbedingt|mal|auch|dringend|endlich|ja|eben|schnell|nur))*(?= )|^muss (?:noch |unbedingt )*(?!man\b)|^(?:ich )?darf nicht vergessen,?|^nicht vergessen[,:]|^todo:/,
  promise:
    /\b(?:ich|wir) (?:werde|werden)(?: (?:noch|dann|auch|gleich))*(?= )|\b(?:werde|werden) (?:ich|wir)(?: (?:noch|dann|auch|gleich))*(?= )|\bich verspreche,?(?= )/,
  self: /\b(?:ich|wir)\b|^(?:schicke?|rufe?|zahle|uberweise|buche|kaufe?|bringe?|hole?|frage?|mache)\b/,
  remind: /\berinn(?:er|ere) mich(?: bitte| nochmal)?(?: daran)?,?(?= )/,
  ask: /\b(?:kannst|konntest|wurdest) du(?: bitte| mir)*(?= )|^bitte(?= )/,
  other: /^ (?:wird|will|soll|muss|hat versprochen,?)(?= )/,
  due: new RegExp(
    `\\b(?:(?:bis|am|vor|ab|spatestens|noch)(?: zum| spatestens)? )*(?:(?:kommenden?|nachsten?|diesen?) )?(?:(?:${weekday})(?:abend|morgen|mittag|nachmittag|fruh)?|(?<!guten )morgen(?: fruh| abend| mittag| nachmittag)?|ubermorgen|heute(?: abend| nachmittag| noch| mittag)?)(?: (?:um|bis|gegen) \\d{1,2}(?::\\d\\d)?(?: uhr)?| um (?:eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf))?\\b|\\b(?:bis )?(?:nachste[rn]?|diese[rn]?|kommende[rn]?) (?:woche|monat|jahr)\\b|\\b(?:am|bis zum|ubers) wochenende\\b|\\bbis (?:zum )?(?:ende (?:der|des) (?:woche|monats|jahres)|monatsende|mittag|abend)\\b|\\b(?:bis |am |bis zum |vor dem |zum )?\\d{1,2}\\.(?: ?${month}| ?\\d{1,2}\\.)?(?!\\d)|\\b(?:in|binnen) (?:einer|einem|zwei|drei|\\d+) (?:stunden?|tag(?:en)?|wochen?|monat(?:en)?)\\b|\\b(?:bis|im) ${month}\\b|\\b(?:um|bis) \\d{1,2}(?::\\d\\d)? uhr\\b|\\bbis ersten\\b`,
    'gu',
  ),
  unreal:
    /\b(?:wenn|falls|ob|hoffentlich|angeblich|dachte|vielleicht|eventuell|wahrscheinlich|wurde|wurden|konnte|hatte|ware|mochte|sonst|angenommen|muss(?:te|ten))\b|\b(?:muss|mussen|brauche|brauchen|werde|werden) .{0,60}\b(?:nicht mehr|nicht|nie|kein\w*)\b(?! vergessen)|\b(?:sagt|sagte|meint|meinte|schrieb|laut)\b|\bich muss (?:sagen|zugeben|gestehen)\b/,
  notDone:
    /\b(?:nicht|noch nie|nie|niemand|kein\w*|werde|werden|wird|muss|mussen|soll|sollen|sollte|will|wollen|mochte|kann|konnte|wenn|sobald|bevor|nachdem|fast|beinahe|halb|teilweise|morgen|ubermorgen|nachste\w*|versuche?|versucht|vergessen|noch|hoffe|hoffentlich|zu)\b(?! ende\b)/,
  done: /\b(?:erledigt|fertig|geschafft|abgehakt|gemacht|vom tisch|durch damit|ist durch|unter dach und fach)\b/gu,
  asksDone: /\b(?:hast|bist) du\b|\b(?:haben|sind) sie\b|\b(?:habt|seid) ihr\b|\bist .{0,60}\b(?:erledigt|fertig)\b/,
  dropped:
    /\b(?:nicht mehr (?:notig|relevant|wichtig|aktuell|gebraucht)|(?:hat|haben) sich erledigt|hat sich von selbst erledigt|vergiss(?!(?: bitte| ja| bloß)* nicht)|kannst du (?:streichen|vergessen)|(?:brauche?|brauchen) (?:ich|wir)(?= .*nicht mehr)|(?:ich|wir) (?:brauche|brauchen|muss|mussen)(?= .*nicht mehr)|(?<=\b(?:muss|mussen|brauche|brauchen|brauchst|braucht)\b.{0,80})nicht mehr|lass (?:es |das )?(?:gut sein|bleiben)|fallt (?:aus|flach|weg)|ist hinfallig|hinfallig|uberflussig)\b/gu,
  thirdPerson:
    /^(?:[Ee]r|[Ss]ie|[Mm]ein[e]? \p{L}+|[Uu]nsere? \p{L}+|(?:[Dd]er|[Dd]ie|[Dd]as) \p{L}+|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) (?:hat|haben|hatte)(?! (?:ich|wir)(?!\p{L}))(?!\p{L})/u,
  clause: /[,;:!.–—…]\s*|\s(?:und|aber|weil|da|also|denn|obwohl)\s/u,
  noise:
    'hab habs hats ists endlich schon jetzt eben gerade gleich schnell mal doch danke alles bereits wieder auch noch zum glück gluck unbedingt dringend ja nein okay ok super frueh heute gestern morgen abend vormittag nachmittag stunde stunden minuten',
  tones: {
    glad: {
      label: 'froh',
      cues: /\b(?:freue? mich|so froh|bin (?:so |sehr )?(?:froh|glucklich|stolz|begeistert)|juhu|hurra|jippie|endlich geschafft|mega|ich liebe)\b|🎉|😊|😄|🥳|😍/u,
    },
    relieved: { label: 'erleichtert', cues: /\b(?:erleichter\w*|zum gluck|puh|stein vom herzen)\b/ },
    worried: {
      label: 'besorgt',
      cues: /\b(?:mache? mir (?:\w+ )?sorgen|besorgt|angst|nervos|gestresst|panik|beunruhigt|kann nicht schlafen|aufgeregt)\b|😟|😰|😱/u,
    },
    annoyed: {
      label: 'genervt',
      cues: /\b(?:genervt|nervt|wutend|sauer|argert|argere|geht mir auf die nerven|frech|unverschamt|frustriert|hab es satt|so ein mist|zum kotzen)\b|😡|🤬|😤/u,
    },
    sad: { label: 'traurig', cues: /\b(?:traurig|weine|geweint|vermisse|niedergeschlagen|am boden zerstort|einsam)\b|😢|😭|💔/u },
    tired: { label: 'müde', cues: /\b(?:mude|erschopft|fix und fertig|todmude|kaputt heute|ausgelaugt|keine kraft|keine energie)\b|😴/u },
  },
}
