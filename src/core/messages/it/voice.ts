export const voice = {
  'voice.help': 'Parla con me al telefono o nel browser',
  'voice.setting': 'link: collega il tuo numero di telefono; pin: imposta il PIN che dici nelle chiamate',
  'voice.code': 'Sei cifre, oppure off',
  'calling.help': 'Conferma o nega che un numero di telefono è tuo',
  'voice.none': 'Le chiamate non sono configurate qui. Chi gestisce questo bot può farlo: vedi docs/voice.md.',
  'voice.directOnly': 'Le chiamate si concordano solo in privato. Inviami /voice in un messaggio diretto.',
  'voice.browser':
    '[Chiamami dal browser]({link})\n\nIl link funziona una volta sola, entro {minutes} minuti. Non condividerlo: chi lo apre chiama a tuo nome.',
  'voice.phone':
    'Al telefono, chiama il **{number}**. `/voice link` collega il tuo numero e `/voice pin` imposta il PIN da cui capisco che sei tu.',
  'voice.numberCode':
    'Il tuo codice è **{code}**. Chiama il **{number}** dal telefono che vuoi collegare e di’ il codice cifra per cifra. Dopo la chiamata ti chiedo qui se il numero è tuo.\n\nIl codice funziona una volta, entro 10 minuti.',
  'voice.noPhone': 'Qui non c’è un numero da chiamare. Invia /voice per chiamare dal browser.',
  'voice.pinInvalid': 'Un PIN ha {length} cifre e non è facile come 111111 o 123456. Invialo così: `/voice pin 274905`.',
  'voice.pinHow':
    'Imposta un PIN di {length} cifre: `/voice pin 274905`. Dillo in una chiamata da un numero collegato e saprò che sei tu. `/voice pin off` lo rimuove.',
  'voice.pinSet':
    'Il tuo PIN è impostato. Dillo cifra per cifra nelle chiamate da un numero collegato. Ora elimina il tuo messaggio con il PIN, perché io non posso eliminarlo ovunque.',
  'voice.pinRemoved':
    'Il tuo PIN è stato rimosso. Le chiamate dai tuoi numeri non vengono più salvate, perché non c’è altro modo di sapere chi chiama.',
  'voice.pinExposed': 'Altri potrebbero aver visto quel PIN, quindi non è stato impostato. Inviamene un altro in un messaggio diretto.',
  'voice.numberQuestion':
    '**Il {number} è tuo?** Il tuo codice è stato detto in una chiamata da questo numero. Se confermi, nelle chiamate da questo numero ti saluterò per nome. Per tutto ciò che è privato serve anche il tuo PIN.',
  'voice.confirm': 'Sì, è mio',
  'voice.decline': 'No, non è mio',
  'voice.numberLinked':
    '**Il {number} è collegato.** {pin, select, yes {Di’ il tuo PIN quando chiami da questo numero, così so che sei tu.} other {Ora imposta un PIN da dire quando chiami da questo numero, così so che sei tu: invia /voice pin e sei cifre.}}',
  'voice.numberDeclined': 'Il {number} non è stato collegato.',
  'voice.numberTaken': 'Il {number} è già collegato a un’altra persona, che può scollegarlo con /unlink.',
  'voice.unproven':
    'Qualcuno ha chiamato da un numero collegato a te, ma non ho sentito il tuo PIN. Un numero può essere falsificato, quindi non ho salvato nulla della chiamata. La prossima volta di’ il PIN cifra per cifra. `/voice pin` lo imposta.',
  'voice.unlinkQuestion':
    'Scollegare **{account}**? Le chiamate da quel numero saranno considerate quelle di uno sconosciuto. Le chiamate già salvate restano in questa conversazione.',
  'voice.unlinkYes': 'Scollega',
  'voice.unlinked': '**{account} non è più collegato.** Le chiamate già salvate restano in questa conversazione.',
  'voice.pageTitle': 'Chiamata',
  'voice.pageText': 'Il link funziona una volta sola. La chiamata prosegue la nostra conversazione.',
  'voice.pageCall': 'Inizia la chiamata',
  'voice.pageSpent': 'Questo link è già stato usato o è scaduto. Invia /voice per averne uno nuovo.',
  'page.call': 'Telefonata',
  'page.call.length': '{minutes, plural, =0 {{seconds, plural, one {# secondo} other {# secondi}}} one {# minuto} other {# minuti}}',
  'page.accounts.unlink-number':
    'Le chiamate da questo numero saranno considerate quelle di uno sconosciuto. Le chiamate già salvate restano in questa conversazione.',
}
