import type { SessionCues } from './session-cues.ts'

const weekday = '(?:lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica)'
const month = '(?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)'

export const italianSession: SessionCues = {
  tasks: {
    send: 'mandare,inviare,spedire,mandarle,mandargli,mandarti/mando,invio,spedisco/mandero,inviero,spediro/manda,invia,mandera,inviera/mandato,mandata,inviato,inviata,spedito,spedita,mandati,mandate',
    call: 'chiamare,telefonare,richiamare,chiamarlo,chiamarla/chiamo,telefono,richiamo/chiamero,telefonero,richiamero/chiama,chiamera/chiamato,chiamata,telefonato,richiamato,sentito,parlato con',
    write: 'scrivere,scrivergli,scriverle/scrivo/scrivero/scrive,scrivera/scritto,scritta',
    pay: 'pagare,versare,bonificare/pago/paghero/paga,paghera/pagato,pagata,pagate,versato',
    book: 'prenotare/prenoto/prenotero/prenota,prenotera/prenotato,prenotata',
    buy: 'comprare,acquistare/compro/comprero/compra,comprera/comprato,comprata,comprati,comprate,acquistato',
    order: 'ordinare/ordino/ordinero/ordina/ordinato,ordinata',
    bring:
      'portare,consegnare/porto,consegno/portero,consegnero/porta,consegna,portera,consegnera/portato,portata,portati,consegnato,consegnata',
    ask: 'chiedere,domandare,chiedergli,chiederle/chiedo/chiedero/chiede,chiedera/chiesto',
    return: 'restituire,riportare/restituisco,riporto/restituiro,riportero/restituisce/restituito,restituita,riportato',
    sign: 'firmare/firmo/firmero/firma/firmato,firmata',
    fix: 'riparare,aggiustare/riparo,aggiusto/riparero,aggiustero/ripara,aggiusta/riparato,riparata,aggiustato,aggiustata',
    submit: 'presentare,caricare/presento,carico/presentero,carichero/presenta/presentato,presentata,caricato',
    cancel:
      'cancellare,annullare,disdire/cancello,annullo,disdico/disdiro,annullero/annulla/cancellato,annullato,annullata,disdetto,disdetta',
    renew: 'rinnovare/rinnovo/rinnovero/rinnova/rinnovato,rinnovata',
    finish: 'finire,completare,terminare/finisco/finiro/finisce/finito,finita,completato,terminato',
    prepare: 'preparare/preparo/preparero/prepara/preparato,preparata',
    clean: 'pulire,lavare,riordinare/pulisco,lavo/puliro,lavero/pulisce/pulito,pulita,lavato,lavata',
    check: 'controllare,verificare/controllo,verifico/controllero,verifichero/controlla/controllato,controllata,verificato',
    reply: 'rispondere/rispondo/rispondero/risponde,rispondera/risposto',
    fetch: 'ritirare,prendere,recuperare/ritiro,recupero/ritirero,recuperero/ritira/ritirato,ritirata,recuperato',
    register: 'iscrivere,iscrivermi/iscrivo/iscrivero/iscrive/iscritto,iscritta',
    water: 'annaffiare,innaffiare/annaffio/annaffiero/annaffia/annaffiato,annaffiate',
    tell: 'dire,avvisare,dirgli,dirle/dico,avviso/diro,avvisero/avvisa,avvisera/detto,avvisato',
    confirm: 'confermare/confermo/confermero/conferma/confermato,confermata',
    remind: 'ricordare,ricordarti/ricordo/ricordero//',
    translate: 'tradurre/traduco/tradurro/traduce/tradotto,tradotta',
  },
  duty: /\b(?:devo|dobbiamo)(?: (?:ancora|anche|assolutamente|proprio))*(?= )|\b(?:bisogna|mi tocca)(?= )|\bmi resta da(?= )|^non devo dimenticare di(?= )|^da fare:/,
  promise: /\b(?:prometto di|ho promesso di)(?= )/,
  self: /(?:)/,
  remind: /\bricordami(?: di)?(?= )|\b(?:puoi|potresti) ricordarmi(?: di)?(?= )/,
  ask: /\b(?:puoi|potresti|mi puoi)(?: per favore)?(?= )/,
  other: /^ (?:deve|ha promesso di|vuole)(?= )/,
  due: new RegExp(
    `(?<!\\p{L})(?:(?:entro|prima di|per|fino a) )?(?:${weekday}(?: prossimo)?|dopodomani|domani|oggi|stasera)(?: (?:mattina|pomeriggio|sera))?(?: (?:alle|entro le) \\d{1,2}(?::\\d\\d)?)?(?!\\p{L})|(?<!\\p{L})(?:(?:entro|per) )?(?:la settimana prossima|la prossima settimana|questa settimana|il mese prossimo|(?:il|la) fine (?:settimana|mese|del mese)|fine mese)(?!\\p{L})|(?<!\\p{L})(?:entro|prima del|entro il|il) \\d{1,2}(?: ${month})?(?!\\p{L}|\\d)|(?<!\\p{L})(?:tra|fra) (?:un|una|due|tre|\\d+) (?:or[ae]|giorn[oi]|settiman[ae]|mes[ei])(?!\\p{L})`,
    'gu',
  ),
  unreal:
    /(?<!\p{L})(?:se|forse|magari|probabilmente|potrei|dovrei|vorrei|nel caso|credevo|pensavo)(?!\p{L})|\bnon (?:devo|dobbiamo|bisogna|serve)(?! dimenticare)\b|\b(?:dice|ha detto|mi ha detto|secondo)\b|\bdevo (?:dire|ammettere)\b|\bdovevo\b/u,
  notDone:
    /(?<!\p{L})(?:non|mai|nessuno|neanche|nemmeno|neppure|una volta|quasi|devo|dobbiamo|bisogna|quando|appena|prima|dopo|domani|voglio|vorrei|posso|ancora|provo|provato a|dimenticato|spero|prossim[oa]|se|per|da)(?!\p{L})/u,
  done: /(?<!\p{L})(?:fatto|fatta|finito|a posto|sistemato|sistemata|risolto|risolta)(?!\p{L})/gu,
  asksDone: /(?<!\p{L})(?:hai|sei|avete|ha|l'hai)(?!\p{L})/u,
  dropped:
    /(?<!\p{L})(?:non (?:serve|servono|e) piu(?: necessari[oa])?|non (?:devo|dobbiamo|bisogna) piu|non (?:mi |ci )?serv(?:e|ono) piu|lascia (?:perdere|stare)|(?<=^(?:(?:ok|va bene|no|allora) )?)dimentica(?:ti)?(?: (?:del|della|il|la|i|le))|non importa piu)(?!\p{L})/gu,
  thirdPerson:
    /^(?:[Ll]ui|[Ll]ei|[Ll]oro|(?:[Ii]l|[Ll]a) (?:mi[oa] )?\p{L}+|[Mm]i[oa] \p{L}+|\p{Lu}\p{Ll}+) (?:mi |ti |gli |le |l['’])*(?:ha|hanno)(?!\p{L})/u,
  clause: /[,;:!.–—…]\s*|\s(?:e|ma|perché|quindi|però)\s/u,
  noise: 'finalmente gia adesso ora ancora grazie tutto subito anche ieri mattina sera ok appena assolutamente ora ore minuti stamattina',
  tones: {
    glad: {
      label: 'contento',
      cues: /\b(?:(?:molto|cosi|sono) (?:content[oa]|felice|fier[oa]|entusiasta)|evviva|che bello|adoro)\b|🎉|😊|😄|🥳|😍/u,
    },
    relieved: { label: 'sollevato', cues: /\b(?:sollevat[oa]|che sollievo|meno male)\b/ },
    worried: { label: 'preoccupato', cues: /\b(?:preoccupat[oa]|mi preoccupa|ansia|nervos[oa]|paura|agitat[oa]|stressat[oa])\b|😟|😰|😱/u },
    annoyed: {
      label: 'seccato',
      cues: /\b(?:seccat[oa]|arrabbiat[oa]|furios[oa]|stuf[oa]|che rabbia|irritat[oa]|non ne posso piu)\b|😡|🤬|😤/u,
    },
    sad: { label: 'triste', cues: /\b(?:triste|piango|pianto|mi manca|depress[oa])\b|😢|😭|💔/u },
    tired: { label: 'stanco', cues: /\b(?:stanc[oa]|stanchissim[oa]|esaust[oa]|sfinit[oa]|distrutt[oa])\b|😴/u },
  },
}
