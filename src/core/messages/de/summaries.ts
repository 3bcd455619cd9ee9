export const summaries = {
  'summary.summary': 'Zusammenfassung',
  'summary.goals': 'Ziele',
  'summary.decisions': 'Entscheidungen',
  'summary.openLoops': 'Offene Punkte',
  'summary.nextSteps': 'Nächste Schritte',
  'summary.none': 'Keine',
  'summary.heading': 'Zusammenfassung: {day}',
  'summary.resummarize': 'Neu zusammenfassen',
  'summary.onThePage': 'Auf der Seite',
  'summary.stale': 'Der Tag hat sich seitdem geändert. /resummarize {day} schreibt sie neu.',
  'summary.overLimit':
    'Ohne Modell geschrieben, weil die Tagesgrenze für Arbeit im Hintergrund erreicht war. /resummarize {day} schreibt sie mit dem Modell.',
  'summary.missing':
    '{day}: noch keine Zusammenfassung, {messages, plural, one {# Nachricht} other {# Nachrichten}}. /resummarize {label} schreibt jetzt eine.',
  'summary.emptyToday': 'Heute gibt es noch keine Nachrichten. Schreib mir. /days zeigt deine Tage.',
  'summary.emptyDay': 'Keine Nachrichten: {day}. /days zeigt deine Tage.',
  'summary.busy': 'Die Zusammenfassung wird gerade geschrieben: {day}. /summary {label} zeigt sie gleich.',
  'summary.superseded': 'Beim Zusammenfassen haben sich Nachrichten geändert, ich fange neu an: {day}. /summary {label} zeigt sie gleich.',
  'summary.failed':
    'Ich konnte keine Zusammenfassung schreiben ({day}): das Modell hat nichts Brauchbares geliefert. Eine frühere bleibt unverändert. Versuch später noch einmal /resummarize {label}.',
  'day.today': '{day} (heute)',
  'day.yesterday': '{day} (gestern)',
  'days.none': 'Es gibt noch keine Tage. Schreib mir, dann ist heute der erste.',
  'days.list': '**Deine letzten Tage** (✓ mit Zusammenfassung)\n{days}\n\n/summary {label} zeigt die Zusammenfassung eines Tages.',
  'count.messages': '{count, plural, one {# Nachricht} other {# Nachrichten}}',
}
