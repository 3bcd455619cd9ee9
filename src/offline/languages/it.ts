import type { LanguageCues } from './cues.ts'

export const italian: LanguageCues = {
  functionWords: `ciao salve buongiorno buonasera grazie a abbiamo ad ai al alla alle allo anche ancora avevamo aveva avete c che chi ci ciao cosa cose con cui
    da dal dalla dei del della delle dello detto di dopo e ed era fa fatto gli ha hai hanno ho i ieri il in io l la le lei lo loro lui
    ma mese mi mia mie mio miei molto ne nei nel nella nelle no noi non nostra nostre nostri nostro o oggi ogni parlato per perche piu poi
    prima qual quale quali quando quanto quanti quanta quante quel quella quello questa queste questi questo qui sai scorsa scorso se
    sei settimana si sia siamo sono sta su sui sul sulla suo sua tra tu tua tuo tutti tutto un una uno va vi voi giorno giorni cerca
    trova mostra mostrami riassumi ricordami dimmi successo
    lunedi martedi mercoledi giovedi venerdi sabato domenica`,
  fillers: /\b(grazie|finalmente|davvero|principali|importanti|prese|preso|presi|prendere|fammi)\b/,
  leads: 'e|ma|allora|senti|per favore|anche|puoi',
  questions: [
    /^(che cosa|cosa|quando|dove|chi|quale|quali|quanto|quanti|quanta|quante|perche|come|di cosa|di che) (?!peccato|bello)/,
    /^(cos'|com'|dov'|qual) ?(e|era|abbiamo)\b/,
    /^(cerca|trova|mostra|mostrami|riassumi|riassumimi|fammi un riassunto|riepiloga)\b/,
    /\b(ricordami|dimmi|sai|ti ricordi) (che cosa|cosa|quando|dove|chi|quale|quanto|perche|come|se|quello che)\b/,
  ],
  sectionAlone:
    /^((le|i|gli|nostre|nostri|mie|miei|tutte|tutti|il) )*(decisioni|obiettivi|prossimi passi|questioni aperte|riepilogo|riassunto)( (di|del|della|dei|su|per|in|da|questa|questo|la settimana|ieri|oggi|prese)\b[^:]{0,80})?$/,
  focus: {
    decisions: /\b(decis[oie]|decision|concordat|scelt[oaie]\b|stabilit)/,
    open: /\b(in sospeso|question[ei] apert|ancora apert|da fare|resta da|rimane da|prossimi passi|promess)/,
    goals: /\bobiettiv[oi]\b/,
    summary: /\b(riassu|riepilog|cosa e successo|che e successo|parlato|discusso)/,
  },
  greeting: /^(ciao|salve|buongiorno|buonasera|buon pomeriggio|come va|come stai)$/,
  abilities: /\b(cosa (puoi|sai) fare|chi sei|cosa sei|come funzioni?a?)\b/,
  thanks: /^(grazie|molte grazie|mille grazie)\b/,
  remember: /^(?:ricordati|ricorda|tieni a mente|non dimenticare|annota|segnati)(?: che |: ?)(?!quando\b|cosa\b|come\b|dove\b|chi\b)/,
  undecided: /\bnon (abbiamo|ho|si e) (ancora )?deciso|\bnon e (ancora )?deciso/,
  decision:
    /\b(abbiamo|ho|si e|hanno) (finalmente |gia )?(deciso|concordato|scelto|stabilito)\b|\b(prendiamo|scegliamo|teniamo|restiamo con|andiamo con)\b|\bdecisione:/,
  openLoop:
    /\b(devo|dobbiamo|bisogna|occorre|resta da|rimane da)\b|\b(in sospeso|in attesa|da fare)\b|\b(aspetto|aspettiamo|sto aspettando)\b|\bnon .{0,30}ancora\b|\bnon ancora\b|\bricordami\b|\bnon dimenticare\b/,
  nextStep:
    /\bprossim[oi] pass[oi]\b|\b(domani|stasera|dopodomani|la settimana prossima|la prossima settimana|nel fine settimana)\b|\b(faro|andro|chiamero|mandero|scrivero|comprero|prenotero|faremo|andremo)\b/,
  goal: /\b(voglio|vogliamo|vorrei|vorremmo|mi piacerebbe|ci piacerebbe|spero di|speriamo di)\b|\b(il mio|il nostro|l') ?obiettivo\b/,
  completion: /\b(fatto|finito|sistemato|risolto|pagato|mandato|inviato|prenotato|chiamato|firmato|comprato)\b/,
  openings: 'allora|quindi|bene|va bene|dunque',
}
