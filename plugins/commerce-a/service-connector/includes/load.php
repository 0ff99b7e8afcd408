<?php
/**
 * Loads a class when it is first used.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

const VERSION = '0.1.0';

/** The main file, which is not loaded while the plugin is being deleted. */
define( __NAMESPACE__ . '\\PLUGIN_FILE', dirname( __DIR__ ) . '/service-connector.php' );

spl_autoload_register(
	static function ( string $name ): void {
		if ( 0 === strpos( $name, __NAMESPACE__ . '\\' ) ) {
			$short = strtolower( str_replace( '_', '-', substr( $name, strlen( __NAMESPACE__ ) + 1 ) ) );
			$file  = __DIR__ . "/class-$short.php";
			if ( is_file( $file ) ) {
				require $file;
			}
		}
	}
);
