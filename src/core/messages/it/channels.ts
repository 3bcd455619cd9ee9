export const channels = {
  'channel.help': 'Per chi gestisce il canale: tienine il registro, o smetti; optout è per tutti',
  'channel.action': 'on, off, erase, keep, timezone, related, optout o optin; se manca, mostra com’è ora',
  'channel.value': 'keep: giorni, come 90d, o always; timezone: Area/Città; related: #canale o none',
  'summarize.help': 'Riassumi ciò che si è detto in questo canale: /summarize le ultime due ore',
  'summarize.range': 'Le ultime due ore, da lunedì, ieri; se manca, le ultime 24 ore',
  'rebuild.help': 'Per chi gestisce il canale: rifai tutti i suoi riepiloghi',
  'history.help': 'Per chi gestisce il canale: aggiungi al registro ciò che si è detto prima: /history 30d',
  'history.days': 'Quanto tornare indietro, come 30d; se manca, 7 giorni',
  'channel.sharedOnly': 'Questo comando è per canali e gruppi. Scrivilo lì.',
  'channel.managersOnly': 'Possono farlo solo le persone che gestiscono questo canale su {platform} e i proprietari di questo bot.',
  'channel.managersUnknown': '{platform} non mi ha detto se gestisci questo canale. Riprova tra un momento.',
  'channel.unsupported': 'Non posso tenere il registro dei canali su {platform}.',
  'channel.neverOn': 'Questo canale non ha un registro. Chi lo gestisce può attivarlo con /channel on.',
  'channel.status':
    'Il registro di questo canale è {state, select, on {**attivo**} other {**spento** al momento, ma conservato}}: {messages, plural, one {# messaggio} other {# messaggi}} e {summaries, plural, one {# riepilogo} other {# riepiloghi}}. Il fuso orario è {timezone}. {keep, plural, =0 {I messaggi sono conservati} one {I messaggi si eliminano dopo # giorno, i loro riepiloghi restano} other {I messaggi si eliminano dopo # giorni, i loro riepiloghi restano}}.{optedOut, select, yes { Nulla di ciò che scrivi qui finisce nel registro: /channel optin cambia questa scelta.} other { Se non vuoi che ciò che scrivi qui finisca nel registro, invia /channel optout.}}',
  'channel.announcement':
    '**Ora tengo il registro di questo canale**, come mi ha chiesto {name}: che cosa scrive ciascuno qui, quando, e con quante immagini e quanti file. Così posso rispondere come qualcuno che era presente. Lo vede solo chi può leggere questo canale.{days, plural, =0 {} one { Leggo anche ciò che è stato scritto qui nell’ultimo giorno.} many { Leggo anche ciò che è stato scritto qui negli ultimi # giorni.} other { Leggo anche ciò che è stato scritto qui negli ultimi # giorni.}}\n\n- Non vuoi comparire nel registro? Invia `/channel optout`.\n- `/forget` elimina ciò che hai scritto, e `/export` te lo dà, anche se non parli mai con me.\n- Per chiedermi qualcosa, menzionami.',
  'channel.on': 'Da ora tengo il registro di questo canale. L’ho detto a tutti qui. `/channel off` lo ferma.',
  'channel.alreadyOn': 'Tengo già il registro di questo canale. `/channel off` lo ferma.',
  'channel.noAccess':
    'Non posso ancora leggere questo canale su {platform}. Aggiungimi e permettimi di leggere i messaggi e la cronologia. Poi invia di nuovo `/channel on`.',
  'channel.notDelivered':
    'Su {platform} ricevo solo ciò che è rivolto a me, quindi non c’è ancora nulla da mettere nel registro. {remedy} Poi invia di nuovo `/channel on`.',
  'channel.hint.discord':
    'Attiva Message Content per il bot nel portale degli sviluppatori di Discord, imposta DISCORD_MESSAGE_CONTENT=on e riavviami.',
  'channel.hint.telegram':
    'Nominami amministratore di questo gruppo, oppure disattiva la mia modalità privacy con /setprivacy presso @BotFather e aggiungimi di nuovo.',
  'channel.hint.slack': 'Dai all’app i permessi e gli eventi del suo manifesto, installala di nuovo e invitami in questo canale.',
  'channel.off': 'Non tengo più il registro di questo canale. Resta conservato: `/channel on` lo continua, e `/channel erase` lo elimina.',
  'channel.offNotice': '**Non tengo più il registro di questo canale.** Resta conservato, per chi può leggere questo canale.',
  'channel.alreadyOff': 'Non tengo il registro di questo canale. Ciò che contiene resta conservato: `/channel erase` lo elimina.',
  'channel.erasePreview':
    'Questo elimina il registro di questo canale per tutti: {messages, plural, one {# messaggio} other {# messaggi}} e {summaries, plural, one {# riepilogo} other {# riepiloghi}}. Inoltre ferma il registro. Ciò che ciascuno ha detto a me resta nella sua conversazione. Non si può annullare.',
  'channel.eraseButton': 'Elimina il registro',
  'channel.erased': 'Il registro di questo canale è stato eliminato, con tutti i suoi riepiloghi.',
  'channel.eraseNotice': '**Ho eliminato il registro di questo canale** con tutti i suoi riepiloghi, e non lo tengo più.',
  'channel.keepForm': 'Scrivi un numero di giorni dopo keep, come `/channel keep 90d`, o `/channel keep always`.',
  'channel.keep':
    '{days, plural, =0 {Da ora i messaggi di questo canale sono conservati.} one {I messaggi di questo canale si eliminano dopo # giorno. I loro riepiloghi restano.} other {I messaggi di questo canale si eliminano dopo # giorni. I loro riepiloghi restano.}}',
  'channel.keepNotice':
    '**{days, plural, =0 {Da ora conservo i messaggi di questo canale.} one {Elimino i messaggi di questo canale dopo # giorno. I loro riepiloghi restano.} other {Elimino i messaggi di questo canale dopo # giorni. I loro riepiloghi restano.}}**',
  'channel.timezone': 'Gli orari nei riepiloghi di questo canale ora seguono il fuso {timezone}.',
  'channel.relatedForm': 'Indica un canale dopo related, come `/channel related #altro`, o scrivi `/channel related none`.',
  'channel.relatedUnknown':
    'Qui non conosco nessun canale {name} con un registro. Deve essere dello stesso server e avere un registro: prima invia `/channel on` lì.',
  'channel.relatedNotManager': 'Tu non gestisci {name}. Può farlo solo chi gestisce entrambi i canali.',
  'channel.relatedUnreadable':
    'Non tutti quelli che possono leggere questo canale possono leggere {name}, o {platform} non me lo dice. Quindi qui non devo mostrarne nulla.',
  'channel.related': 'Quando rispondo qui, ora conosco anche gli ultimi riepiloghi di {name}.',
  'channel.relatedNone': 'Quando rispondo qui, non conosco altri canali.',
  'channel.optout':
    'Da ora nulla di ciò che scrivi in questo canale finisce nel registro, a meno che tu non scriva a me. Ciò che c’era già resta: `/forget` lo elimina. Se cambi idea, invia `/channel optin`.',
  'channel.optin': 'Ciò che scrivi in questo canale finisce di nuovo nel registro.',
  'summarize.nothing': 'In quel periodo non si è detto nulla in questo canale.',
  'summarize.answer': '**{range}**, {messages, plural, one {# messaggio} other {# messaggi}}:\n\n{text}',
  'summarize.partial': 'Questo è solo ciò che si è detto da {from}. Con quello che viene prima, è troppo da riassumere in una volta.',
  'summarize.notATime': 'Non capisco «{text}» come periodo. Scrivi, per esempio, le ultime due ore, da lunedì, o ieri.',
  'summarize.failed': 'Ora non sono riuscito a fare il riepilogo. Riprova più tardi.',
  'rebuild.started': 'Sto rifacendo i riepiloghi di questo canale in secondo piano. `/rebuild` mostra a che punto è.',
  'rebuild.preview':
    'Rifare tutti i riepiloghi di questo canale? Sono {windows, plural, one {# intervallo di mezz’ora} other {# intervalli di mezz’ora}} con messaggi e circa {tokens} token.',
  'rebuild.button': 'Rifarli',
  'channel.notAdmitted': 'In questo canale puoi parlare con me. Per questo, chiedimi prima l’accesso: mandami un messaggio diretto.',
  'rebuild.progress': 'Sto rifacendo i riepiloghi di questo canale: {done} di {total} sono pronti.',
  'rebuild.nothing': 'In questo canale non c’è ancora nulla da riassumere.',
  'history.form': 'Scrivi un numero di giorni, come `/history 30d`. Torno indietro di {most} giorni al massimo.',
  'history.none': '{platform} non permette ai bot di leggere ciò che si è detto prima. {remedy}',
  'history.hint.telegram': 'Esporta la chat in formato JSON nell’app di Telegram e importala: npx throughline import telegram result.json.',
  'history.started':
    'Sto leggendo ciò che si è detto qui {days, plural, one {nell’ultimo giorno} other {negli ultimi # giorni}}. Continua in secondo piano. `/history` mostra a che punto è.',
  'history.progress': 'Sto leggendo ciò che si è detto qui da {day}: {messages, plural, one {# messaggio} other {# messaggi}} finora.',
  'history.done':
    'Ho letto ciò che si è detto qui prima: {messages, plural, =0 {non mancava nulla} one {mancava # messaggio} other {mancavano # messaggi}}.',
  'exportFile.channel': 'Il registro di {name}',
  'exportFile.channelSummaries': 'Riepiloghi',
}
