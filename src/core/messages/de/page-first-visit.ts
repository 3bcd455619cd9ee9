import type { pageFirstVisit as english } from '../en/page-first-visit.ts'

export const pageFirstVisit: Readonly<Record<keyof typeof english, string>> = {
  'page.first.title': 'Willkommen bei Throughline',
  'page.first.model': 'Ein Sprachmodell verbinden',
  'page.first.model-text':
    'Es schreibt die Antworten und Zusammenfassungen: eines auf diesem Rechner, oder eines von OpenAI oder einem anderen Anbieter.',
  'page.first.model-done': '{model} ist verbunden.',
  'page.first.model-open': 'Adresse eingeben',
  'page.first.apps': 'Eine Chat-App verbinden',
  'page.first.apps-text': 'Telegram, Discord oder Slack. Was du dort und hier schreibst, ist ein Gespräch.',
  'page.first.apps-open': 'Zeig mir, wie',
  'page.first.samples': 'Mit Beispielnachrichten ausprobieren',
  'page.first.samples-text':
    'Zwei Wochen Nachrichten mit Zusammenfassungen und Erinnerungen. Du kannst sie jederzeit entfernen. Was du selbst schreibst, bleibt.',
  'page.samples': 'Beispielnachrichten',
  'page.samples.load': 'Beispielnachrichten laden',
  'page.samples.loaded': 'Dieses Gespräch enthält Beispielnachrichten. Frag: „Was haben wir letzte Woche beschlossen?“',
  'page.samples.remove': 'Beispielnachrichten entfernen',
  'page.samples.removing': 'Die Beispielnachrichten werden entfernt.',
  'page.apps': 'Chat-Apps',
  'page.apps.text': 'Trag die Variablen in die Datei `.env` ein und starte Throughline neu.',
  'page.apps.connected': '{app} ist verbunden. Verbinde dein Konto dort unter „Verbundene Konten“.',
  'page.apps.telegram':
    'Telegram: Leg mit @BotFather einen Bot an und setze `TELEGRAM_BOT_TOKEN` auf sein Token. Schritt für Schritt: {guide}',
  'page.apps.discord':
    'Discord: Leg auf discord.com/developers eine Anwendung an und setze `DISCORD_BOT_TOKEN` auf das Token ihres Bots. Schritt für Schritt: {guide}',
  'page.apps.slack':
    'Slack: Leg auf api.slack.com/apps eine App an und setze `SLACK_BOT_TOKEN` und `SLACK_APP_TOKEN`. Schritt für Schritt: {guide}',
  'page.model': 'Sprachmodell',
  'page.model.text':
    'Es liest die Nachrichten an diesen Bot. Wähle also eines, dem du vertraust. Jeder OpenAI-kompatible Server eignet sich, etwa Ollama, llama.cpp oder OpenAI.',
  'page.model.in-use': 'In Verwendung: {model}.',
  'page.model.none': 'Kein Sprachmodell ist verbunden. Antworten kommen nur aus der Suche und den Zusammenfassungen.',
  'page.model.variables': '{variables} in der Konfiguration hat Vorrang vor dem, was du hier speicherst.',
  'page.model.address': 'Serveradresse',
  'page.model.key-entered': 'Der eingegebene Schlüssel wird behalten, bis du speicherst.',
  'page.model.unreadable': 'Der gespeicherte Schlüssel lässt sich nicht mehr entschlüsseln. Gib ihn noch einmal ein.',
  'page.model.disconnect': 'Trennen',
  'page.model.listed': 'Der Server antwortet. Wähle ein Modell und speichere.',
  'page.model.works': '{model} funktioniert. Speichere, um es zu verwenden.',
  'page.model.insecure':
    'Die Adresse beginnt nicht mit https. Der Schlüssel würde unverschlüsselt über das Netz gehen. Nimm https, oder bestätige unten.',
  'page.model.insecure-confirm': 'Den Schlüssel unverschlüsselt senden',
  'page.model.problem':
    '{problem, select, address {Gib eine Adresse ein, die mit http:// oder https:// beginnt, etwa http://127.0.0.1:11434/v1.} password {Lass Namen, Passwörter und alles ab ? oder # aus der Adresse weg. Der Schlüssel hat ein eigenes Feld.} format {Ein Schlüssel hat keine Leerzeichen und nur einfache Buchstaben, Ziffern und Zeichen.} unreachable {Der Server ist nicht erreichbar ({detail}). Prüfe die Adresse und ob der Server läuft.} late {Der Server hat nicht rechtzeitig geantwortet. Prüfe die Adresse und ob der Server läuft.} redirect {Der Server leitet auf eine andere Adresse um. Gib diese ein.} key {Der Server lehnt den Schlüssel ab. Prüfe ihn, oder gib einen ein.} missing {Unter dieser Adresse ist nichts. Die meisten enden mit /v1.} busy {Der Server ist überlastet oder begrenzt Anfragen. Versuche es später noch einmal.} status {Der Server meldet den Fehler {detail}. In seinem Protokoll steht vielleicht der Grund.} malformed {Was dort antwortet, ist kein Modellserver. Prüfe die Adresse. Die meisten enden mit /v1.} huge {Der Server hat zu viel für eine Modellliste geschickt. Prüfe die Adresse.} empty {Der Server hat kein Chatmodell. Installiere oder lade dort eines und teste noch einmal.} model {Der Server hat das Modell {detail} nicht. Wähle eines aus der Liste.} other {Das Modell hat nicht geantwortet. {detail}}}',
}
