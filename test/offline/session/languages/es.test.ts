import { checkSessions } from '../../../support/session-cases.ts'
import { bot } from '../../../support/session-notes.ts'

checkSessions('es', {
  opens: [
    [['Todavía tengo que llamar al fontanero'], [], ['user: Llamar al fontanero']],
    [['mañana le mando el archivo a María'], [], ['user: Mañana le mando el archivo a María (Mañana)']],
    [['Hay que pagar la factura antes del viernes'], [], ['user: Pagar la factura (antes del viernes)']],
    [['¿Puedes revisar los horarios mañana?'], [], ['bot: Revisar los horarios (mañana)']],
    [['Ben traerá las llaves el domingo'], [], ['Ben: Ben traerá las llaves (el domingo)']],
    [['Mi hermana va a reservar el restaurante'], [], ['mi hermana: Mi hermana va a reservar el restaurante']],
    [
      ['¿Por dónde empiezo?', bot('Por los impuestos. Te recuerdo los impuestos el lunes.')],
      [],
      ['bot: Te recuerdo los impuestos (el lunes)'],
    ],
    [['Recuérdame regar las plantas esta noche'], [], ['user: Regar las plantas (esta noche)']],
    [['Voy a renovar el pasaporte'], [], ['user: Renovar el pasaporte']],
    [['tenemos que comprar rodillos para pintar'], [], ['user: Comprar rodillos para pintar']],
  ],
  'opens nothing': [
    [['Si llueve tengo que llamar un taxi'], [], []],
    [['¿Tengo que enviarle el archivo a María?'], [], []],
    [['Tengo que decir que la sopa estaba buenísima'], [], []],
    [['No tengo que llamar al fontanero'], [], []],
    [['¿Puedes escribir una carta al casero?', bot('Estimado señor: …')], [], []],
    [['Ayer le envié el archivo a María'], [], []],
    [['Tengo que pagar la factura.', bot('Vale.'), '¡Factura pagada!'], [], []],
    [['María dice que tengo que firmar el contrato'], [], []],
    [['A lo mejor mañana llamo a Ana'], [], []],
  ],
  closes: [
    [['Ya pagué la factura'], ['Pagar la factura', 'Llamar a Ana'], ['done 1']],
    [['¡enviado!'], ['Enviar el archivo a María', 'Llamar a Ana'], ['done 1']],
    [['Por fin he llamado al fontanero'], ['Llamar al fontanero', 'Llamar a Ana'], ['done 1']],
    [['Olvídate de la fianza'], ['Pagar la fianza'], ['dropped 1']],
    [['El regalo de Tom ya no hace falta'], ['Comprar el regalo de Tom'], ['dropped 1']],
    [['Ben trajo las llaves'], [['other', 'Ben traerá las llaves']], ['done 1']],
    [
      ['¿Y las fotos?', bot('Querías recoger las fotos del pasaporte.'), 'hecho'],
      ['Recoger las fotos del pasaporte', 'Llamar a Ana'],
      ['done 1'],
    ],
  ],
  'closes nothing': [
    [['todavía no lo he enviado'], ['Enviar el archivo a María'], []],
    [['¿Pagué la factura?'], ['Pagar la factura'], []],
    [['Llamé al dentista'], ['Llamar al fontanero'], []],
    [['María envió el archivo'], ['Enviar el archivo a María'], []],
    [['Mañana pago la factura'], ['Pagar la factura'], ['user: Mañana pago la factura (Mañana)']],
  ],
})
