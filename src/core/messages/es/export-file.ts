export const exportFile = {
  'exportFile.title': 'La conversación de {name}',
  'exportFile.settings': '- Zona horaria: {timezone}\n- Idioma: {language}\n- Resumen diario: {digest}',
  'exportFile.summary': 'Resumen del día',
  'exportFile.messages': 'Mensajes',
  'exportFile.memories': 'Recuerdos',
  'exportFile.quoted': 'Citado por otros',
  'exportFile.you': 'Tú',
  'exportFile.deleted': 'borrado',
  'exportFile.file': 'Archivo: {name}',
  'exportFile.reference': '{kind, select, reply {respuesta} quote {cita} forward {reenvío} other {hilo}}',
  'exportFile.archived': 'archivado',
}
