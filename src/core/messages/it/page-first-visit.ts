import type { pageFirstVisit as english } from '../en/page-first-visit.ts'

export const pageFirstVisit: Readonly<Record<keyof typeof english, string>> = {
  'page.first.title': 'Ti diamo il benvenuto in Throughline',
  'page.first.model': 'Collega un modello linguistico',
  'page.first.model-text': 'Scrive le risposte e i riepiloghi: uno su questo computer, oppure di OpenAI o di un altro fornitore.',
  'page.first.model-done': '{model} è collegato.',
  'page.first.model-open': 'Inserisci il suo indirizzo',
  'page.first.apps': 'Collega un’app di chat',
  'page.first.apps-text': 'Telegram, Discord o Slack. Quello che scrivi lì e qui è una sola conversazione.',
  'page.first.apps-open': 'Mostrami come',
  'page.first.samples': 'Provalo con messaggi di esempio',
  'page.first.samples-text': 'Due settimane di messaggi, con riepiloghi e ricordi. Puoi toglierli quando vuoi. Quello che scrivi tu resta.',
  'page.samples': 'Messaggi di esempio',
  'page.samples.load': 'Carica messaggi di esempio',
  'page.samples.loaded': 'Questa conversazione contiene messaggi di esempio. Chiedi: «che cosa abbiamo deciso la settimana scorsa?»',
  'page.samples.remove': 'Togli i messaggi di esempio',
  'page.samples.removing': 'I messaggi di esempio vengono tolti.',
  'page.apps': 'App di chat',
  'page.apps.text': 'Metti le variabili nel file `.env`, poi riavvia Throughline.',
  'page.apps.connected': '{app} è collegato. Collega il tuo account di lì in «Account collegati».',
  'page.apps.telegram': 'Telegram: crea un bot con @BotFather e imposta `TELEGRAM_BOT_TOKEN` al suo token. Passo per passo: {guide}',
  'page.apps.discord':
    'Discord: crea un’applicazione su discord.com/developers e imposta `DISCORD_BOT_TOKEN` al token del suo bot. Passo per passo: {guide}',
  'page.apps.slack': 'Slack: crea un’app su api.slack.com/apps e imposta `SLACK_BOT_TOKEN` e `SLACK_APP_TOKEN`. Passo per passo: {guide}',
  'page.model': 'Modello linguistico',
  'page.model.text':
    'Legge i messaggi mandati a questo bot, quindi scegline uno di cui ti fidi. Va bene qualsiasi server compatibile con OpenAI, come Ollama, llama.cpp o OpenAI.',
  'page.model.in-use': 'In uso: {model}.',
  'page.model.none': 'Nessun modello linguistico è collegato. Le risposte vengono solo dalla ricerca e dai riepiloghi.',
  'page.model.variables': '{variables} nella configurazione ha la precedenza su ciò che salvi qui.',
  'page.model.address': 'Indirizzo del server',
  'page.model.key-entered': 'La chiave inserita resta fino al salvataggio.',
  'page.model.unreadable': 'La chiave salvata non può più essere decifrata. Inseriscila di nuovo.',
  'page.model.disconnect': 'Scollega',
  'page.model.listed': 'Il server risponde. Scegli un modello e salva.',
  'page.model.works': '{model} funziona. Salva per usarlo.',
  'page.model.insecure':
    'L’indirizzo non è https, quindi la chiave viaggerebbe in chiaro sulla rete. Usa https, oppure conferma qui sotto.',
  'page.model.insecure-confirm': 'Manda la chiave in chiaro',
  'page.model.problem':
    '{problem, select, address {Inserisci un indirizzo che inizia con http:// o https://, come http://127.0.0.1:11434/v1.} password {Togli dall’indirizzo nomi, password e tutto ciò che segue ? o #. La chiave ha un campo suo.} format {Una chiave non ha spazi, solo lettere, cifre e segni semplici.} unreachable {Il server non è raggiungibile ({detail}). Controlla l’indirizzo e che il server sia avviato.} late {Il server non ha risposto in tempo. Controlla l’indirizzo e che il server sia avviato.} redirect {Il server rimanda a un altro indirizzo. Inserisci quello.} key {Il server rifiuta la chiave. Controllala, oppure inseriscine una.} missing {A questo indirizzo non c’è niente. La maggior parte finisce con /v1.} busy {Il server è occupato o limita le richieste. Riprova più tardi.} status {Il server ha fallito con lo stato {detail}. Forse il suo registro dice perché.} malformed {Quello che risponde lì non è un server di modelli. Controlla l’indirizzo. La maggior parte finisce con /v1.} huge {Il server ha mandato troppo per un elenco di modelli. Controlla l’indirizzo.} empty {Il server non ha modelli di chat. Installane o caricane uno lì, poi prova di nuovo.} model {Il server non ha il modello {detail}. Scegline uno dall’elenco.} other {Il modello non ha risposto. {detail}}}',
}
