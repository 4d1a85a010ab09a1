// `npm run build`: installs and builds what is missing, for images and for web servers that serve the apps.
import { buildWebIfNeeded } from './buildWeb.mjs';
import { installIfNeeded } from './install.mjs';

installIfNeeded();
buildWebIfNeeded();
