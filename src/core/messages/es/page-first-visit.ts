import type { pageFirstVisit as english } from '../en/page-first-visit.ts'

export const pageFirstVisit: Readonly<Record<keyof typeof english, string>> = {
  'page.first.title': 'Te damos la bienvenida a Throughline',
  'page.first.model': 'Conecta un modelo de lenguaje',
  'page.first.model-text': 'Escribe las respuestas y los resúmenes: uno en este equipo, o uno de OpenAI o de otro proveedor.',
  'page.first.model-done': '{model} está conectado.',
  'page.first.model-open': 'Introduce su dirección',
  'page.first.apps': 'Conecta una aplicación de chat',
  'page.first.apps-text': 'Telegram, Discord o Slack. Lo que escribes allí y aquí es una sola conversación.',
  'page.first.apps-open': 'Muéstrame cómo',
  'page.first.samples': 'Pruébalo con mensajes de ejemplo',
  'page.first.samples-text':
    'Dos semanas de mensajes, con resúmenes y recuerdos. Puedes quitarlos cuando quieras. Lo que escribas tú se queda.',
  'page.samples': 'Mensajes de ejemplo',
  'page.samples.load': 'Cargar mensajes de ejemplo',
  'page.samples.loaded': 'Esta conversación contiene mensajes de ejemplo. Pregunta: «¿qué decidimos la semana pasada?»',
  'page.samples.remove': 'Quitar los mensajes de ejemplo',
  'page.samples.removing': 'Se están quitando los mensajes de ejemplo.',
  'page.apps': 'Aplicaciones de chat',
  'page.apps.text': 'Pon las variables en el archivo `.env` y reinicia Throughline.',
  'page.apps.connected': '{app} está conectado. Vincula tu cuenta de allí en «Cuentas vinculadas».',
  'page.apps.telegram': 'Telegram: crea un bot con @BotFather y pon su token en `TELEGRAM_BOT_TOKEN`. Paso a paso: {guide}',
  'page.apps.discord':
    'Discord: crea una aplicación en discord.com/developers y pon el token de su bot en `DISCORD_BOT_TOKEN`. Paso a paso: {guide}',
  'page.apps.slack':
    'Slack: crea una aplicación en api.slack.com/apps y define `SLACK_BOT_TOKEN` y `SLACK_APP_TOKEN`. Paso a paso: {guide}',
  'page.model': 'Modelo de lenguaje',
  'page.model.text':
    'Lee los mensajes enviados a este bot, así que elige uno en el que confíes. Sirve cualquier servidor compatible con OpenAI, como Ollama, llama.cpp u OpenAI.',
  'page.model.in-use': 'En uso: {model}.',
  'page.model.none': 'No hay ningún modelo de lenguaje conectado. Las respuestas salen solo de la búsqueda y los resúmenes.',
  'page.model.variables': '{variables} en la configuración tiene prioridad sobre lo que guardes aquí.',
  'page.model.address': 'Dirección del servidor',
  'page.model.key-entered': 'La clave que has introducido se conserva hasta que guardes.',
  'page.model.unreadable': 'La clave guardada ya no se puede descifrar. Introdúcela de nuevo.',
  'page.model.disconnect': 'Desconectar',
  'page.model.listed': 'El servidor responde. Elige un modelo y guarda.',
  'page.model.works': '{model} funciona. Guarda para usarlo.',
  'page.model.insecure': 'La dirección no es https, así que la clave viajaría por la red sin cifrar. Usa https o confírmalo abajo.',
  'page.model.insecure-confirm': 'Enviar la clave sin cifrar',
  'page.model.problem':
    '{problem, select, address {Introduce una dirección que empiece por http:// o https://, como http://127.0.0.1:11434/v1.} password {Quita de la dirección nombres, contraseñas y todo lo que siga a ? o #. La clave tiene su propio campo.} format {Una clave no tiene espacios, solo letras, cifras y signos simples.} unreachable {No se puede llegar al servidor ({detail}). Comprueba la dirección y que el servidor esté en marcha.} late {El servidor no respondió a tiempo. Comprueba la dirección y que el servidor esté en marcha.} redirect {El servidor redirige a otra dirección. Introduce esa.} key {El servidor rechaza la clave. Compruébala o introduce una.} missing {No hay nada en esta dirección. La mayoría termina en /v1.} busy {El servidor está ocupado o limita las solicitudes. Inténtalo más tarde.} status {El servidor falló con el estado {detail}. Quizá su registro diga por qué.} malformed {Lo que responde ahí no es un servidor de modelos. Comprueba la dirección. La mayoría termina en /v1.} huge {El servidor envió demasiado para una lista de modelos. Comprueba la dirección.} empty {El servidor no tiene ningún modelo de chat. Instala o carga uno allí y vuelve a probar.} model {El servidor no tiene el modelo {detail}. Elige uno de la lista.} other {El modelo no respondió. {detail}}}',
}
