export const summaries = {
  'summary.summary': 'Resumen',
  'summary.goals': 'Objetivos',
  'summary.decisions': 'Decisiones',
  'summary.openLoops': 'Asuntos pendientes',
  'summary.nextSteps': 'Próximos pasos',
  'summary.none': 'Ninguno',
  'summary.heading': 'Resumen del {day}',
  'summary.resummarize': 'Rehacer el resumen',
  'summary.onThePage': 'En la página',
  'summary.stale': 'El día ha cambiado desde que se escribió. /resummarize {day} lo reescribe.',
  'summary.overLimit':
    'Escrito sin modelo, porque se había alcanzado el límite del día para el trabajo en segundo plano. /resummarize {day} lo escribe con el modelo.',
  'summary.missing':
    '{day}: todavía sin resumen, {messages, plural, one {# mensaje} other {# mensajes}}. /resummarize {label} escribe uno ahora.',
  'summary.emptyToday': 'Hoy todavía no hay mensajes. Escríbeme. /days muestra tus días.',
  'summary.emptyDay': 'No hay mensajes: {day}. /days muestra tus días.',
  'summary.busy': 'El resumen del {day} se está escribiendo. /summary {label} lo mostrará enseguida.',
  'summary.superseded': 'Cambiaron mensajes del {day} mientras resumía, así que empiezo de nuevo. /summary {label} lo mostrará enseguida.',
  'summary.failed':
    'No pude escribir el resumen del {day}: el modelo no devolvió nada útil. Si había uno anterior, sigue igual. Prueba /resummarize {label} más tarde.',
  'day.today': '{day} (hoy)',
  'day.yesterday': '{day} (ayer)',
  'days.none': 'Todavía no hay días. Escríbeme y hoy será el primero.',
  'days.list': '**Tus últimos días** (✓ con resumen)\n{days}\n\n/summary {label} muestra el resumen de un día.',
  'count.messages': '{count, plural, one {# mensaje} other {# mensajes}}',
}
