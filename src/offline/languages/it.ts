import type { LanguageCues } from './cues.ts'
import { thingPattern } from './thing-pattern.ts'

export const italian: LanguageCues = {
  functionWords: `ciao salve buongiorno buonasera grazie a abbiamo ad ai al alla alle allo anche ancora avevamo aveva avete c che chi ci ciao cosa cose con cui
    da dal dalla dei del della delle dello detto di dopo e ed era fa fatto gli ha hai hanno ho i ieri il in io l la le lei lo loro lui
    ma mese mi mia mie mio miei molto ne nei nel nella nelle no noi non nostra nostre nostri nostro o oggi ogni parlato per perche piu poi
    prima qual quale quali quando quanto quanti quanta quante quel quella quello questa queste questi questo qui sai scorsa scorso se
    sei settimana si sia siamo sono sta su sui sul sulla suo sua tra tu tua tuo tutti tutto un una uno va vi voi giorno giorni cerca
    trova mostra mostrami riassumi ricordami dimmi successo
    lunedi martedi mercoledi giovedi venerdi sabato domenica`,
  fillers: /\b(grazie|finalmente|davvero|principali|importanti|prese|preso|presi|prendere|fammi)\b/,
  lookUp: /^(cerca|trova|mostra|mostrami|riassumi|riassumimi|fammi un riassunto|riepiloga)\b/,
  sectionAlone:
    /^((le|i|gli|nostre|nostri|mie|miei|tutte|tutti|il) )*(decisioni|obiettivi|prossimi passi|questioni aperte|riepilogo|riassunto)( (di|del|della|dei|su|per|in|da|questa|questo|la settimana|ieri|oggi|prese)\b[^:]{0,80})?$/,
  focus: {
    decisions: /\b(decis[oie]|decision|concordat|scelt[oaie]\b|stabilit)/,
    open: /\b(in sospeso|question[ei] apert|ancora apert|da fare|resta da|rimane da|prossimi passi|promess)/,
    goals: /\bobiettiv[oi]\b/,
    summary: /\b(riassu|riepilog|cosa e successo|che e successo|parlato|discusso)/,
  },
  greeting: /^(ciao|salve|buongiorno|buonasera|buon pomeriggio|come va|come stai)$/,
  properties:
    /\b(prezzo|costa|costano|colore|nome|data|ora|numero|misura|indirizzo|tipo|importo|luogo|marca|eta|altezza|larghezza|lunghezza|peso|codice|chiama)\b/,
  quantities: /\b(quanto|quanta|quanti|quante|quando|che (ora|giorno|prezzo)|costa|costano|prezzo|numero)\b/,
  abilities: /\b(cosa (puoi|sai) fare|chi sei|cosa sei|come funzioni?a?)\b/,
  thanks: /^(grazie|molte grazie|mille grazie)\b/,
  remember: /^(?:ricordati|ricorda|tieni a mente|non dimenticare|annota|segnati)(?: che |: ?)(?!quando\b|cosa\b|come\b|dove\b|chi\b)/,
  undecided:
    /\bnon (abbiamo|ho|si e) (ancora )?deciso|\bnon e (ancora )?deciso|\b(dobbiamo|devo|dovremmo|bisogna) (ancora )?(decidere|scegliere)\b|\bnon (riesco|riusciamo|so) (a |cosa )?(decidere|decidermi|scegliere)\b|\bsono indecis[oa]\b/,
  decision:
    /\b(abbiamo|ho|si e) (finalmente |gia |poi )?(deciso|concordato|scelto|stabilito|optato|prenotato|accettato|rifiutato|annullato)\b|\b(prendiamo|scegliamo|teniamo|restiamo con|andiamo con|prendo|scelgo)\b|^(deciso|concordato|d'accordo su|affare fatto)\b|\bdecisione:/,
  openLoop:
    /(?<!\b(quando|se|che|cio che) )\b(devo|dobbiamo)\b|\b(bisogna|occorre|resta da|rimane da)\b|\b(in sospeso|in attesa|da fare)\b|\b(aspetto|aspettiamo|sto aspettando)\b|\bnon .{0,30}ancora\b|\bnon ancora\b|\bricordami\b|\bnon dimenticare\b|\b(mi|ci) (richiama|richiamano|fa sapere|fanno sapere)\b/,
  nextStep:
    /\bprossim[oi] pass[oi]\b|\b(domani|stasera|dopodomani|la settimana prossima|la prossima settimana|nel fine settimana)\b|\b(faro|andro|chiamero|mandero|scrivero|comprero|prenotero|faremo|andremo)\b/,
  goal: /\b(voglio|vogliamo|vorrei|vorremmo|mi piacerebbe|ci piacerebbe|spero di|speriamo di)\b|\b(il mio|il nostro|l') ?obiettivo\b/,
  completion:
    /\b(fatto|finito|sistemato|risolto|pagato|mandato|inviato|prenotato|chiamato|firmato|comprato|spedito|ordinato)\b|\b(ho|abbiamo) (gia )?\p{L}+(ato|uto|ito|tto|sto|rto|eso|iso)\b/u,
  openings:
    "allora|quindi|bene|va bene|dunque|e|ma|ok|sì|si|ah|oh|ecco|grazie|(?:perfetto|ottimo)(?=[,.!])|ciao|buongiorno|comunque|a proposito|certo|d'accordo",

  conversation: {
    vague:
      /\b(sogn\w+|andiamo avanti|avanti cosi|non moll\w+|coraggio|vediamo|si vedra|vedremo|(mio|nostro) meglio|(ti|vi) (faccio sapere|aggiorno|tengo aggiornat[oa])|a (presto|dopo|piu tardi)|ci pens\w+|andra tutto bene|buona fortuna|in bocca al lupo|spero che (tu|ti|tutto|vada)|altro|se hai bisogno|fammi sapere|divertit\w+|non vedo l'ora)\b/,
    hedges: /(?<!\p{L})(?:praticamente|diciamo|in pratica)\s+/gu,
    praise:
      /\b(bello|bella|bellissim[oa]|perfetto|perfetta|grazie|complimenti|congratulazioni|fantastico|fantastica|meraviglios[oa]|ottimo|ottima|brav[oa]|fier[oa]|content[oa]|felice|adoro|carin[oa]|mi dispiace|eccellente|prego|utile)\b/,
    agreement: /\b\p{L}+ (ha|hanno) (accettato|confermato|detto di si)\b|\b(e|sono) d'accordo\b/u,
    proposal:
      /\b(vuoi che|vuole che|ti va|le va|preferisci che)\b|^(allora |magari |forse )?(posso|potrei|propongo|suggerisco|possiamo|potremmo|puoi|potresti|che ne dici|e se)\b|\b(posso|potrei)\b.*\?|\bperche non\b|\b(ti|le) (preparo|scrivo|prenoto|ricordo|segno|faccio|cerco)\b.*\?|\bdevo\b.*\?/,
    offer: /\b(vuoi che|vuole che|ti va|le va)\b|\b(posso|potrei)\b|\b(ti|le) (preparo|scrivo|prenoto|ricordo|segno|faccio|cerco)\b/,
    acceptance:
      /^(si|ok|va bene|d'accordo|certo|volentieri|fallo|perfetto|buona idea|ottimo|benissimo|per favore|esatto|affare fatto|mi sembra (buono|giusto)|assolutamente)\b/,
    refusal: /^(no|meglio di no|non ora|non adesso|lascia|lascia stare|non serve|piu tardi|no grazie)\b/,
    request:
      /\b(puoi|potresti|vuoi|mi puoi|mi potresti)\b|\b(cosa (ne pensi|mi consigli)|sai se|credi che|pensi che|hai (qualche|idee|consigli))\b|\b(aiutami|dimmi|spiegami|mostrami|dammi|consigliami)\b|\b(come|quando|dove|quale|quali|quanto|perche|che cosa|cosa) (devo|posso|faccio|dovrei|e|sono)\b/,
    instruction: /^(sempre|mai|non .{0,20} mai|d'ora in poi|da ora in poi|in futuro|ogni volta che|rispondi sempre)\b/,
    self: /\b(io|noi|mi|mio|mia|miei|mie|ci|nostro|nostra|nostri|nostre|\p{L}+iamo|ho|sono|devo|voglio|vado|faccio|posso)\b/u,
    listener: /\b(tu|ti|te|tuo|tua|tuoi|tue|voi|vi|vostro|lei|sei|hai|puoi)\b/,
    day: /\b(oggi|ieri|domani|dopodomani|l'altro ieri|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|stasera|stanotte|fine settimana|(la settimana|il mese|l'anno|l'estate) (prossim[oa]|scors[oa])|(la prossima|il prossimo) \p{L}+|\p{L}+ (giorni|settimane|mesi|anni) fa|il primo|il \d{1,2}|\d{1,2}[:.]\d\d)\b/u,
    numberWord:
      /\b(due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|quindici|venti|trenta|quaranta|cinquanta|cento|mille|dozzina|meta|mezzo)\b/,
    clock: /\b(alle (\d{1,2}|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici)|all'una|\d{1,2}[:.]\d\d|ore \d{1,2}|a mezzogiorno)\b/,
    continuation:
      /^(lui|lei|loro|esso|essa|questo|questa|quello|quella|entrambi|entrambe|in tutto|in totale|anche|inoltre|uno|una|l'altro|l'altra|suo|sua|li|poi|costa|sono|e|\d+)\b/,
    pointing: /\bquel(lo|la|li|le)? \p{L}+/u,
    past: /\b(era|erano|aveva|avevano|stato|stata|ha (detto|fatto|preso|visto|chiesto|risposto)|ieri|scors[oa]|fa|sempre|ogni|da quando)\b/,
    change:
      /\b(ora|adesso|invece|al posto|nuovo|nuova|cambiat[oa]|cambia|aggiornamento|aggiornato|non .{0,20} piu|alla fine|anzi|correzione|aumentat[oa]|salit[oa]|sces[oa]|spostat[oa]|rimandat[oa])\b/,
    verbForms:
      'fare faccio fatto, pagare pago paghero pagato, prendere prendo preso, scrivere scrivo scritto, mettere metto messo, leggere leggo letto, chiedere chiedo chiesto, spedire spedisco spedito mandare mando mandato inviare invio inviato, chiudere chiuso, dire dico detto, vedere vedo visto, rispondere risposto, chiamare chiamo chiamato',
  },

  references: {
    things: thingPattern({
      determiners:
        "(?:[Ii]l|[Ll]a|[Ii]|[Ll]e)\\s+(?:mi[oae]|miei|nostr[oaie])|il|lo|la|i|gli|le|l['’]|uno?|una|un['’]|quest[oaei]|quell[oaei]|quel|del|della",
      adjectives: 'nuov[oaie]|vecchi[oa]?|piccol[oaie]|grande|grandi|buon[oa]?|prim[oa]|second[oa]|ultim[oa]|altr[oa]',
      notNouns:
        'giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|volt[ae]|cos[ae]|tempo|momento|fine|mattina|sera|notte|resto|poco|stesso|stessa|più|meno|che|di|ho|ha|è|e|o|devo|voglio|posso',
      compound: "\\s+(?:d['’]|di\\s)(?!(?:un|una|questo|questa)(?!\\p{L}))\\p{L}+",
    }),
    genders: {
      il: 'm',
      lo: 'm',
      la: 'f',
      i: 'p',
      gli: 'p',
      le: 'p',
      "l'": 'mf',
      un: 'm',
      uno: 'm',
      una: 'f',
      "un'": 'f',
      'il mio': 'm',
      'la mia': 'f',
      'i miei': 'p',
      'le mie': 'p',
      'il nostro': 'm',
      'la nostra': 'f',
      questo: 'm',
      questa: 'f',
      quello: 'm',
      quella: 'f',
      quel: 'm',
      del: 'm',
      della: 'f',
    },
    nounGenders: [
      [/o$/, 'm'],
      [/a$/, 'f'],
    ],
    defaultGenders: 'mf',
    definite: { un: 'il', uno: 'lo', una: 'la', "un'": "l'", questo: 'il', questa: 'la', quel: 'il', quella: 'la', del: 'il', della: 'la' },
    contractions: [
      [/(?<!\p{L})(?:il|lo|la)\s(?=[aeiouàèéìòù])/giu, "l'"],
      [/(?<!\p{L})a il(?!\p{L})/gu, 'al'],
      [/(?<!\p{L})a la(?!\p{L})/gu, 'alla'],
      [/(?<!\p{L})di il(?!\p{L})/gu, 'del'],
    ],
    personVerbs:
      /^(?:,?\s+che(?!\p{L})|\s+(?:dice|diceva|vuole|voleva|propone|chiede|risponde|viene|veniva|pensa|scrive|manda|chiama|ha|aveva|va|può|accetta|offre|abita|crede|sa|cerca|trova|preferisce)(?!\p{L}))/u,
    personLead: /(?<!\p{L})(?:con|per|da|a|chiamare|chiedere a|vedere|invitare|signora|signor|dottor|dottoressa)\s+$/u,
    relatives: {
      m: /(?<!\p{L})(?:(?:[Mm]io|[Nn]ostro)\s+(?:padre|fratello|marito|figlio|nonno|zio|nipote|amico)|(?:il\s+)?mio ragazzo|[Pp]apà)(?!\p{L})/gu,
      f: /(?<!\p{L})(?:(?:[Mm]ia|[Nn]ostra)\s+(?:madre|sorella|moglie|figlia|nonna|zia|amica)|(?:la\s+)?mia ragazza|[Mm]amma)(?!\p{L})/gu,
    },
    pronouns: [
      { find: /(?<!\p{L})(\p{L}{2,}[aei]r)lo(?!\p{L})/giu, genders: 'm', thing: '$1e {}', person: '$1e {}' },
      { find: /(?<!\p{L})(\p{L}{2,}[aei]r)la(?!\p{L})/giu, genders: 'f', thing: '$1e {}', person: '$1e {}' },
      { find: /(?<!\p{L})(\p{L}{2,}[aei]r)(?:gli|le)(?!\p{L})/giu, genders: 'mf', person: '$1e a {}' },
      {
        find: /(?<!\p{L})lo\s+((?:devo|voglio|posso|dobbiamo|vogliamo)\s+\p{L}+re)(?!\p{L})/giu,
        genders: 'm',
        thing: '$1 {}',
        person: '$1 {}',
      },
      {
        find: /(?<!\p{L})la\s+((?:devo|voglio|posso|dobbiamo|vogliamo)\s+\p{L}+re)(?!\p{L})/giu,
        genders: 'f',
        thing: '$1 {}',
        person: '$1 {}',
      },
      { find: /(?<=(?<!\p{L})(?:con|per|a|da|di)\s)lui(?!\p{L})/giu, genders: 'm', person: '{}' },
      { find: /(?<=(?<!\p{L})(?:con|per|a|da|di)\s)lei(?!\p{L})/giu, genders: 'f', person: '{}' },
      { find: /(?<!\p{L})[Ll]ui(?=\s+\p{L})/gu, genders: 'm', person: '{}' },
      { find: /(?<!\p{L})[Ll]ei(?=\s+\p{L})/gu, genders: 'f', person: '{}' },
    ],
  },
}
