import { easyslip } from './easyslip/easyslip.ts';
import { rdcw } from './rdcw/rdcw.ts';
import { scb } from './scb/scb.ts';
import { slip2go } from './slip2go/slip2go.ts';
import { slipmate } from './slipmate/slipmate.ts';
import { slipok } from './slipok/slipok.ts';

/** Services that look slips up at the banks. */
export const SLIP_DRIVERS = [easyslip, slipok, slip2go, slipmate, rdcw, scb];
