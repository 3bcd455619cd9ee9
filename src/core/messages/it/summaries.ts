export const summaries = {
  'summary.summary': 'Riepilogo',
  'summary.goals': 'Obiettivi',
  'summary.decisions': 'Decisioni',
  'summary.openLoops': 'Questioni aperte',
  'summary.nextSteps': 'Prossimi passi',
  'summary.none': 'Nessuno',
  'summary.heading': 'Riepilogo di {day}',
  'summary.resummarize': 'Rifai il riepilogo',
  'summary.onThePage': 'Sulla pagina',
  'summary.stale': 'Il giorno è cambiato da quando è stato scritto. /resummarize {day} lo riscrive.',
  'summary.overLimit':
    'Scritto senza modello, perché il limite del giorno per il lavoro in secondo piano era raggiunto. /resummarize {day} lo scrive con il modello.',
  'summary.missing':
    '{day}: ancora nessun riepilogo, {messages, plural, one {# messaggio} other {# messaggi}}. /resummarize {label} ne scrive uno ora.',
  'summary.emptyToday': 'Oggi non ci sono ancora messaggi. Scrivimi. /days elenca i tuoi giorni.',
  'summary.emptyDay': 'Nessun messaggio: {day}. /days elenca i tuoi giorni.',
  'summary.busy': 'Il riepilogo di {day} è in scrittura. /summary {label} lo mostrerà tra poco.',
  'summary.superseded':
    'Alcuni messaggi di {day} sono cambiati mentre riassumevo, quindi ricomincio. /summary {label} lo mostrerà tra poco.',
  'summary.failed':
    'Non sono riuscito a scrivere il riepilogo di {day}: il modello non ha dato un testo utilizzabile. Un riepilogo precedente resta com’è. Riprova /resummarize {label} più tardi.',
  'day.today': '{day} (oggi)',
  'day.yesterday': '{day} (ieri)',
  'days.none': 'Non ci sono ancora giorni. Scrivimi, e oggi sarà il primo.',
  'days.list': '**I tuoi ultimi giorni** (✓ con riepilogo)\n{days}\n\n/summary {label} mostra il riepilogo di un giorno.',
  'count.messages': '{count, plural, one {# messaggio} other {# messaggi}}',
}
