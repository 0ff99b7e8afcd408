<?php
/**
 * WordPress runs it when an owner deletes the plugin.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/load.php';

Life_Cycle::uninstall();
