<?php
/**
 * The address of the service. `npm run packages` writes it when SERVICE_ADDRESS is set. While it is empty, the plugin's page asks for it.
 *
 * @package ServiceConnector
 */

return '';
