<?php

/**
 * Where the service is: "https://service.example", preset when the module is packed.
 * Empty: the configuration page asks for it.
 */

return '';
