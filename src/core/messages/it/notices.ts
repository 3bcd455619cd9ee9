export const notices = {
  'access.granted': '**Ora hai accesso.** Scrivimi e basta. /start mostra come iniziare.',
  'access.introduction': 'Questo bot parla solo con chi conosce.',
  'access.setupHint': 'Se è il tuo bot, invia `/start` seguito dal codice mostrato all’avvio.',
  'access.allowlist': '{introduction} È il proprietario a decidere chi sono. {setupHint}',
  'access.shared': '{introduction} Scrivigli un messaggio diretto per sapere come ottenere l’accesso.',
  'access.full': '{introduction} In questo momento troppe persone attendono l’accesso. Riscrivi domani.',
  'access.pairing':
    '{introduction} Il proprietario può darti accesso: mandagli il codice **{code}**, che inserisce come `/approve {code}`. Il codice vale 24 ore. Fino ad allora non viene salvato nulla di ciò che scrivi. {setupHint}',
  'access.wrongCode':
    'Questo codice di configurazione è sbagliato, già usato o sostituito da uno più recente: invia `/start` seguito dal codice mostrato all’ultimo avvio del bot.',
  'access.request':
    '{name} vorrebbe parlare con me su {platform}. Il suo codice è **{code}**. Approva solo se è la persona stessa a dirti questo codice. Vale 24 ore.',
  'button.approve': 'Approva',
  'button.deny': 'Rifiuta',
  'button.block': 'Blocca',
  'button.unblock': 'Sblocca',
  'button.stop': 'Ferma',
  'button.tryAgain': 'Riprova',
  'turn.failed':
    '{reason, select, rate_limited {Il modello linguistico è sovraccarico in questo momento.} unavailable {Il modello linguistico non è disponibile in questo momento.} stalled {Il modello linguistico non risponde più.} truncated {Il modello linguistico ha interrotto la risposta.} rejected {Il modello linguistico ha rifiutato la richiesta. Chi gestisce questo bot trova il motivo nel registro.} cancelled {La risposta è stata annullata.} interrupted {Non sono riuscito a rispondere: ogni tentativo è stato interrotto.} other {La conversazione continuava a cambiare mentre rispondevo.}} {kept, select, reply {La mia risposta precedente resta.} other {Il tuo messaggio è conservato.}} Invia /retry per riprovare.',
  'turn.withdrawn': 'Il messaggio è stato eliminato, quindi non c’è risposta.',
  'turn.stopped': 'Fermato.',
  'turn.tooLong': 'Questa risposta ha raggiunto la lunghezza massima. Chiedimi di continuare.',
  'turn.tooManyRounds': 'Ho cercato in {rounds} passaggi, il limite per una risposta. Chiedi di nuovo e cercherò ancora.',
  'progress.search': 'Cerco nei tuoi giorni…',
  'progress.read': 'Rileggo un giorno passato…',
  'progress.memory': 'Guardo nei miei ricordi…',
  'progress.note': 'Aggiorno i miei ricordi…',
  'delivery.unknown':
    '{kind, select, reply {La mia risposta a «{quote}» forse non è arrivata.} other {Il mio messaggio «{quote}» forse non è arrivato.}}',
  'delivery.more':
    'Lo stesso vale per {count, plural, one {# messaggio precedente} other {# messaggi precedenti}}. /retry li mostra quando questi saranno risolti.',
  'delivery.sendAgain': 'Rinvia{number}',
  'delivery.arrived': 'È arrivato{number}',
  'retry.turn': 'Riprovo.',
  'retry.delivery': 'Lo rinvio. Se era comunque arrivato, lo vedrai due volte.',
  'retry.nothing': 'Non c’è nulla da riprovare: la mia ultima risposta è stata inviata.',
  'retry.noSuch': 'Nessun messaggio dall’invio incerto ha quel numero. /retry li elenca.',
  'retry.confirmed': 'Bene. Non lo chiederò più.',
  'retry.edited': '«{quote}» ({day}): l’hai modificato dopo la mia risposta.',
  'retry.answerAgain': 'Rispondi di nuovo{number}',
  'retry.again': 'Rispondo di nuovo. La nuova risposta prende il posto della vecchia.',
  'retry.noEdit': 'Nessun messaggio con quel numero è stato modificato dopo la mia risposta. /retry li elenca.',
  'stop.done':
    '{stopped, select, yes {Fermato. /retry chiede di nuovo.} other {Non c’è nulla da fermare: non sto scrivendo nessuna risposta.}}',
  'fresh.done':
    'Qui inizia un nuovo argomento. I messaggi precedenti restano, e li cerco quando servono, ma non influenzano ciò che scrivi ora.',
  'export.order': 'Indica prima la data iniziale: /export {from} {to}.',
  'export.directOnly': 'Invio le esportazioni solo a te direttamente. Scrivimi prima in una chat diretta, poi riprova.',
  'export.coming':
    'I tuoi file arriveranno tra poco {where, select, here {qui} other {nella nostra chat diretta}}: uno da leggere e uno in JSON che un altro Throughline può importare.',
  'export.pending': 'Sto già preparando i tuoi file. Arriveranno tra poco.',
  'export.tooMany': 'Hai già chiesto {count} esportazioni in un’ora, che è il limite. Riprova più tardi.',
  'export.onThePage': 'Entrambi i file sono sulla pagina web, in Impostazioni, Esporta.',
  'export.links': 'Entrambi i file sono sulla pagina web: {links}. /web ti dà un link per accedere.',
  'web.none':
    'La pagina web non ha un indirizzo pubblico. Chi gestisce questo bot deve impostare WEB_PUBLIC_URL con l’indirizzo a cui è raggiungibile.',
  'web.link':
    '[Apri la nostra conversazione sul web]({link})\n\nIl link fa accedere chiunque lo apra, una volta, entro {minutes} minuti. Non condividerlo.{local, select, yes { Si apre solo sul computer su cui gira questo bot. Per raggiungere la pagina da altrove, imposta lì WEB_PUBLIC_URL.} other {}}',
  'limit.messages':
    'Hai inviato più di {limit} messaggi in un minuto, che è il limite. Da questo in poi vengono conservati ma senza risposta. Riscrivi tra un minuto.',
  'limit.edits':
    'Ho già risposto a {limit} messaggi in un minuto, che è il limite. La tua modifica è conservata ma senza risposta. /retry propone di rispondere.',
  'limit.tokens':
    'Hai raggiunto il limite di {limit, number} token al giorno. Si azzera alle {time} ({timezone}). Il tuo messaggio è conservato: invia allora /retry per avere la risposta.',
  'limit.tokensShared':
    'Oggi non posso più risponderti, perché hai raggiunto un limite. Il tuo messaggio è conservato. Invia /usage per i dettagli.',
  'limit.bytes':
    'Il tuo ultimo messaggio non è stato salvato, perché avresti superato {megabytes} MB in un giorno, che è il limite. Si azzera tra circa {hours, plural, one {# ora} other {# ore}}.',
  'turn.restarted': 'Questa risposta è stata ricominciata più sotto.',
}
