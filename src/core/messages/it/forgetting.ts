export const forgetting = {
  'forget.forms':
    '**Cosa devo eliminare?** Prima mostro un’anteprima e non elimino nulla finché non confermi.\n\n- un messaggio: rispondi con /forget, oppure /forget #123\n- un giorno: /forget ieri, /forget 2026-11-03\n- un ricordo: /forget memory 12\n- un argomento: /forget festa giardino elimina ciò che contiene tutte queste parole\n- tutto: /forget everything',
  'forget.today': 'Oggi',
  'forget.everything': 'Tutto',
  'forget.nothing':
    '{kind, select, message {In quel messaggio non c’è nulla da eliminare.} day {In quel giorno non c’è nulla da eliminare. /days elenca i tuoi giorni.} memory {Nessun ricordo ha quel numero. /memories mostra cosa ricordo.} other {Non ho trovato nulla che contenga tutte queste parole. Prova con meno parole o altre.}}',
  'forget.foreignMessage':
    'Quel messaggio non fa parte della nostra conversazione, quindi non c’è nulla da eliminare. Indica un messaggio con il numero, come /forget #123, o un argomento con le parole, come /forget topic festa giardino.',
  'forget.tooCommon': 'Queste parole sono troppo comuni. Indica meglio l’argomento, come /forget festa giardino.',
  'forget.memoryNumber': 'Scrivi il numero di un ricordo, come /forget memory 12.',
  'forget.previewNumber': 'Scrivi il numero di un’anteprima, come /forgetting confirm 12.',
  'forget.preview': '{kind, select, everything {**Questo eliminerebbe tutto per sempre:**} other {**Questo eliminerebbe per sempre:**}}',
  'forget.userMessages': '{count, plural, one {# tuo messaggio} other {# tuoi messaggi}}',
  'forget.botMessages': '{count, plural, one {# mio messaggio} other {# miei messaggi}}',
  'count.files': '{count, plural, one {# file} other {# file}}',
  'count.memories': '{count, plural, one {# ricordo} other {# ricordi}}',
  'forget.quotes': '{count, plural, one {# tua citazione} other {# tue citazioni}} in altre conversazioni',
  'forget.summaries': '{count, plural, one {# riepilogo} other {# riepiloghi}}, riscritti con ciò che resta',
  'forget.names': 'i tuoi comandi e i tuoi nomi',
  'forget.hasMore': 'Ce ne sono altri; questi sono i più recenti. Invia di nuovo /forget quando saranno eliminati.',
  'forget.nothingYet': 'Non è stato ancora eliminato nulla. I messaggi nella tua app restano lì finché non li elimini tu.',
  'forget.outcome':
    '{outcome, select, started {Lo sto eliminando e ti avviso quando ho finito.} running {Lo sto già eliminando.} done {È già stato eliminato.} expired {Questa anteprima è scaduta, e forse ora c’è altro da eliminare. Invia di nuovo /forget.} other {Nessuna eliminazione con quel numero attende una risposta.}}',
  'forget.progress': 'Lo sto già eliminando. {count, number} messaggi finora.',
  'forget.kept': 'Non è stato eliminato nulla.',
  'forget.exportPending':
    'L’esportazione che hai chiesto è ancora in preparazione e contiene ciò che vuoi eliminare. Conferma di nuovo quando saranno arrivati i file.',
  'forget.doneEverything': 'È stato eliminato tutto. Qui inizia una nuova conversazione.',
  'forget.done': 'Eliminati: {counts} e tutto ciò che ne derivava.',
}
