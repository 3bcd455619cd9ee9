export const accounts = {
  'account.on': '{name} su {platform}',
  'account.someone': 'Qualcuno',
  'account.an': 'Un account',
  'account.party': '**{name}**{handle} su {platform}, {since, select, none {nuovo per me} other {che conosco da {since}}}',
  'accounts.line': '**{id}** · {account}, da {day}{here, select, yes { (questo)} other {}}',
  'accounts.list': '{accounts}\n\n/link aggiunge un altro account{canUnlink, select, yes {, /unlink ne scollega uno} other {}}.',
  'unlink.noSuch': 'Non hai un account con quel numero che si possa scollegare. /accounts elenca i tuoi account.',
  'unlink.onlyOne': 'Non c’è un account da scollegare: questo è l’unico, e la conversazione gli appartiene.',
  'unlink.which': 'Quale?\n\n{accounts}',
  'unlink.question':
    'Scollegare **{account}**? Avrà una conversazione propria. {canStay, select, yes {I suoi messaggi e le mie risposte restano in questa o lo seguono.} other {I suoi messaggi e le mie risposte lo seguono, perché gli account sono collegati da meno di 7 giorni.}}',
  'unlink.stay': 'Scollega, messaggi restano',
  'unlink.move': 'Scollega con i messaggi',
  'unlink.ownerOnly': 'Solo un account con diritti di proprietario può scollegarne uno che li ha. Usa quell’account.',
  'unlink.mustMove': 'Questi account sono collegati da meno di 7 giorni, quindi i messaggi dell’altro account lo seguono.',
  'unlink.done':
    '**{account} non è più collegato.** {moved, select, yes {I suoi messaggi e le risposte lo hanno seguito.} other {I suoi messaggi precedenti restano in questa conversazione.}} Quelli nuovi non appaiono qui.',
  'unlink.newConversation':
    '**Questo account non è più collegato.** {moved, select, yes {I suoi messaggi e le risposte lo hanno seguito.} other {Il tuo prossimo messaggio inizia qui una nuova conversazione. Quelli precedenti restano nella conversazione a cui era collegato.}}',
  'unlink.ownerNotice':
    '**{account}** è stato scollegato e ora è indipendente. Mantiene l’accesso, anche se l’aveva avuto dal collegamento.',
  'link.code.created':
    'Il tuo codice è **{code}**. Dal tuo altro account scrivimi direttamente: `/link {code}`. Poi entrambi gli account confermano che sei tu.',
  'link.useLink': 'Su {platform} usa invece [questo link]({url}).',
  'link.once':
    'Funziona una volta, entro 10 minuti. Non condividerlo: i due account avranno un’unica conversazione, e ciascuno potrà leggerla tutta.',
  'link.notACode': 'Un codice è come K7QF-2MXD. Invia /link dal tuo altro account per ottenerne uno, poi scrivilo qui dopo /link.',
  'link.wrongCode':
    'Questo codice non funziona: è sbagliato, già usato o più vecchio di 10 minuti. Invia /link dal tuo altro account per averne uno nuovo.',
  'link.lastWrongCode': '{text} Era l’ultimo tentativo che accetto in un’ora.',
  'link.tooManyAttempts': 'Hai inserito troppi codici sbagliati. Riprova tra un’ora.',
  'link.ownCode': 'Questo codice è di questa conversazione, in cui sei già. Inseriscilo sull’account che vuoi aggiungere.',
  'link.noRights':
    'Questo account è collegato a un proprietario e non ne ha i diritti. Solo un account con diritti di proprietario può essere collegato a un altro. Usa quello.',
  'link.rightsChanged':
    'I diritti di proprietario di uno di questi account sono cambiati, o è stato collegato a un proprietario, quindi non è stato collegato nulla. Chiedi un nuovo codice con /link.',
  'link.directOnly': 'Gli account si collegano solo in privato. Inviami /link in un messaggio diretto.',
  'link.exposedCode': '{text} Altri potrebbero aver visto quel codice, quindi non funziona più. Chiedine uno nuovo.',
  'link.movedElsewhere': 'Uno di questi account è appena cambiato altrove. Riprova.',
  'link.becameUser': 'Quell’account è appena diventato indipendente. Conferma ancora una volta.',
  'link.noSuchRequest': 'Questa richiesta non è più in attesa, o non riguarda questo account.',
  'link.nothingToUndo': 'Non c’è nulla da annullare: gli account sono separati, o collegati da più di 7 giorni.',
  'link.undoOwnerOnly': 'Solo un account con diritti di proprietario può separarne uno che li ha. Usa quell’account.',
  'link.entered': '{party}, ha inserito il tuo codice.',
  'link.createdBy': 'Questo codice è stato creato da {party}.',
  'link.isThatYou': '**Sei tu?**',
  'link.consequence': 'Se entrambi gli account confermano, condividono un’unica conversazione, e ciascuno può leggerla tutta.',
  'link.turn':
    '{final, select, yes {L’altro account ha confermato, quindi decide la tua risposta.} other {Se confermi, chiedo anche all’altro account.}}',
  'link.ownership':
    '{owner, select, yes {Sei proprietario di questo bot. L’altro account non ottiene questi diritti, a meno che tu non li condivida.} other {L’altro account è proprietario di questo bot. Decide lui, e tu non ottieni questi diritti a meno che non li condivida.}}',
  'link.deadline': 'Hai 10 minuti. Se non sei tu, scegli No.',
  'link.yes': 'Sì, sono io',
  'link.yesAsOwner': 'Sì, con i miei diritti',
  'link.no': 'No, non sono io',
  'link.notMe': 'Non sono io',
  'link.withdraw': 'Ritira',
  'link.askedFirst': '{start} Ho chiesto prima lì. Quando sarà confermato lì, chiedo anche a te qui. {consequence}',
  'link.confirmedFirst': 'Confermato. Ora ho chiesto a {party}. Sarete collegati quando sarà confermato lì, entro 10 minuti.',
  'link.failedAttempt':
    '{account} ha inserito un tuo codice che non funziona più. Non è stato collegato nulla. Se eri tu, chiedi un nuovo codice con /link.',
  'link.noRightsAttempt':
    '{account} ha inserito il tuo codice, ma quell’account non può essere collegato a un altro. Non è stato collegato nulla.',
  'link.exposedAttempt':
    '{account} ha scritto il tuo codice dove altri possono leggerlo. Non è stato collegato nulla e il codice non funziona più. Chiedine uno nuovo con /link.',
  'link.linked':
    '**Collegato con {account}.** D’ora in poi hai un’unica conversazione su entrambi, e rispondo dove scrivi. /accounts elenca i tuoi account, e /unlink ne scollega uno.{undo, select, yes { Puoi annullare per 7 giorni: ciascuno riavrà i propri messaggi.} other {}}',
  'link.undone':
    '**Il collegamento è stato annullato.** Hai di nuovo la tua conversazione, con i messaggi scritti da questa parte e le risposte.',
  'link.declined': '{account} ha rifiutato. Non è stato collegato nulla.',
  'link.youDeclined':
    '{account} non è stato collegato. Se non sai chi è, non c’è nulla da fare: nulla viene collegato senza la conferma di entrambi.',
  'link.expired': 'La richiesta di collegare {account} non è stata confermata entro 10 minuti. Non è stato collegato nulla.',
  'link.ownerUndoNotice':
    '**{accounts}** è di nuovo indipendente, perché un collegamento è stato annullato. Mantiene l’accesso, sia che fosse approvato prima sia che l’abbia avuto dal collegamento.',
  'link.deletionRunning': 'In una di queste conversazioni è in corso un’eliminazione. Riprova tra qualche minuto.',
}
