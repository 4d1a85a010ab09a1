/** The contact of a new site until operators enter their own: none of it leads anywhere. The QR image has the link. */
export const SHIPPED_CONTACT = {
  lineLink: 'https://krapao.example/line',
  lineName: '@krapao.help',
  lineQr: '/media/contact-qr.svg',
};
