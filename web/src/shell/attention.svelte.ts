// Whether this person is waited for: the title, the icon of the tab and the badge of an installed
// page say so.
class Attention {
  table = $state(false); // at the table that is looked at
  turn = $state(false); // and it is one of the server
  elsewhere = $state(0); // at so many other tables of the server
}
export const attention = new Attention();
